r"""What the article needs of LaTeX: one small style file, and a preamble.

It requires amsmath, amssymb, amsthm and color, which every TeX has.
"""

from __future__ import annotations

STYLE = "verify-statements"  # \usepackage{verify-statements}
STYLE_FILE = r"""% For the article of `verify latex`. For a paper of your own: verify latex --plain.
\NeedsTeXFormat{LaTeX2e}
\ProvidesPackage{verify-statements}[2026/01/01 statements with graded proofs]
\RequirePackage{amsmath,amssymb,amsthm,color}

\newcommand{\grade}[1]{\textnormal{\footnotesize\textsf{#1}}}
\newcommand{\verify@id}[1]{ \textnormal{\small[\texttt{#1}]}}
\newcommand{\verify@sloppy}{\tolerance=9999\emergencystretch=4em\relax}

% Labels of statements, and references to those that are in the same article.
\newcommand{\statementlabel}[1]{\phantomsection\label{statement:#1}}
\newcommand{\statementref}[2]{\@ifundefined{r@statement:#1}{#2}{\hyperref[statement:#1]{#2}}}
\AtBeginDocument{\providecommand{\phantomsection}{}\providecommand{\hyperref}[2][]{#2}}

% The article's form of a statement: {kind and number}{our id}{title}{verdict, for the margin}.
\definecolor{verify@red}{rgb}{.64,.15,.11}\definecolor{verify@green}{rgb}{.11,.42,.26}
\definecolor{verify@yellow}{rgb}{.47,.33,0}
\newcommand{\verdict}[3]{\textcolor{verify@#1}{#2\,\textbf{#3}}}
\newcommand{\verify@aside}[1]{\leavevmode\ifx\relax#1\relax\else\llap{\smash{\vtop{%
  \hsize=76pt\parindent=0pt\raggedright\footnotesize\sffamily\strut#1\endgraf}}\hspace{10pt}}\fi}
\newenvironment{brief}[4]{\par\addvspace{8pt plus 3pt minus 1pt}\verify@sloppy\noindent
  \verify@aside{#4}\textbf{#1}\ifx\relax#3\relax\else\ (#3)\fi
  \ifx\relax#2\relax\else\verify@id{#2}\fi\textbf{.}\ }{\par}
\newcommand{\says}[1]{{\itshape #1\/}}
\newcommand{\infull}[1]{\par{\footnotesize\raggedright\noindent #1\par}\noindent\ignorespaces}
\newcommand{\beside}[1]{{\footnotesize\sffamily #1}}
\newcommand{\proofnumber}[1]{{\footnotesize(#1)}~\ignorespaces}
\newenvironment{briefproof}[1]{\par\addvspace{3pt plus 1pt}\small\verify@sloppy
  \abovedisplayskip=4pt plus 2pt minus 2pt\belowdisplayskip\abovedisplayskip
  \abovedisplayshortskip=1pt plus 2pt\belowdisplayshortskip=3pt plus 2pt minus 1pt
  \allowdisplaybreaks[1]\noindent\textit{#1.}\ }{\par}
\newcommand{\decidedby}[1]{\unskip\nobreak\hfil\penalty50\hskip1em\null\nobreak\hfil
  {\footnotesize\sffamily[#1]}\parfillskip=0pt\finalhyphendemerits=0\par}

\endinput
"""


PREAMBLE = r"""\documentclass[10pt,a4paper,reqno]{amsart}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb,amsthm}
\usepackage{array,graphicx}
% Only protrusion: expansion asks for scalable fonts in every encoding, which few have.
\IfFileExists{microtype.sty}{\usepackage[expansion=false]{microtype}}{}
\usepackage[hidelinks]{hyperref}
\usepackage{verify-statements}
\tolerance=9999\emergencystretch=4em
% The margin on the left holds the verdicts.
\setlength{\textwidth}{420pt}\setlength{\oddsidemargin}{36pt}\setlength{\evensidemargin}{36pt}
\setlength{\textheight}{732pt}\setlength{\topmargin}{-48pt}
\setcounter{tocdepth}{1}\setlength{\captionindent}{0pt}
\raggedbottom
% Sections bear the papers' own numbers, which begin anew in every part.
\renewcommand{\theHsection}{\thepart.\thesection}
"""


def pdf_title(latex: str) -> str:
    """Return what gives a PDF its title, and its author."""
    return rf"\hypersetup{{pdftitle={{{latex}}}, pdfauthor={{attention-proofs}}}}"
