"""The preamble of the article and of the errata."""

from __future__ import annotations

PREAMBLE = r"""\documentclass[10pt,a4paper,reqno]{amsart}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb,amsthm}
\usepackage{array,graphicx}
% Only protrusion: expansion asks for scalable fonts in every encoding, which few have.
\IfFileExists{microtype.sty}{\usepackage[expansion=false]{microtype}}{}
\usepackage[hidelinks]{hyperref}
\tolerance=9999\emergencystretch=4em
\setlength{\textwidth}{455pt}\setlength{\oddsidemargin}{-1pt}\setlength{\evensidemargin}{-1pt}
\setlength{\textheight}{732pt}\setlength{\topmargin}{-48pt}
\setcounter{tocdepth}{1}\setlength{\captionindent}{0pt}
\raggedbottom\allowdisplaybreaks[1]
% Sections bear the papers' own numbers, which start from 1 in every part.
\renewcommand{\theHsection}{\thepart.\thesection}
"""


def pdf_title(latex: str) -> str:
    """Return what gives a PDF its title, and its author."""
    return rf"\hypersetup{{pdftitle={{{latex}}}, pdfauthor={{attention-proofs}}}}"
