r"""What the fragments need of LaTeX: one small style file, which a reader's own paper may use too.

It requires amsmath, amssymb, amsthm, color and graphicx, which every TeX has.
"""

from __future__ import annotations

STYLE = "verify-statements"  # \usepackage{verify-statements}
KINDS = {
    "Theorem": "plain", "Lemma": "plain", "Proposition": "plain", "Corollary": "plain",
    "Definition": "definition", "Hypothesis": "definition", "Example": "definition",
    "Remark": "remark",
}  # fmt: skip

_HEAD = r"""% For the fragments of `verify latex`: \usepackage{verify-statements}, \input one.
% Works with article, amsart and their kin; with hyperref or without.
\NeedsTeXFormat{LaTeX2e}
\ProvidesPackage{verify-statements}[2026/01/01 statements with graded proofs]
\RequirePackage{amsmath,amssymb,amsthm,color,graphicx}

% A formula that is too wide for the page, with room for a number beside it, is set smaller.
\newsavebox{\verify@box}
\newcommand{\fitted}[1]{\sbox{\verify@box}{$\displaystyle #1$}%
  \ifdim\wd\verify@box>\dimexpr\displaywidth-36pt\relax
    \resizebox{\dimexpr\displaywidth-36pt\relax}{!}{\usebox{\verify@box}}%
  \else\usebox{\verify@box}\fi}

% A grade stands in the margin beside its step and takes no room in the line.
\newcommand{\grade}[1]{\textnormal{\footnotesize\textsf{#1}}}
\newcommand{\margingrade}[1]{\leavevmode\llap{\grade{#1}\hspace{1.2em}}}
\newcommand{\proofstep}[1]{\par\addvspace{2pt plus 1pt}\noindent\margingrade{#1}\ignorespaces}

% Statements: kind, number (or our id), our id, title. The number is the paper's own.
\newcommand{\verify@head}{}
\newcommand{\verify@id}[1]{ \textnormal{\small[\texttt{#1}]}}
\newcommand{\verify@style}[4]{%
  \newtheoremstyle{verify#1}{\medskipamount}{\smallskipamount}{#2}{}{#3}{#4}{.5em}{\verify@head}%
  \theoremstyle{verify#1}\newtheorem*{verify@#1}{}}
\verify@style{plain}{\itshape}{\bfseries}{.}
\verify@style{definition}{\normalfont}{\bfseries}{.}
\verify@style{remark}{\normalfont}{\itshape}{.}
\newcommand{\verify@kind}[2]{%
  \newenvironment{paper#1}[3]{%
    \renewcommand{\verify@head}{#1 ##1\ifx\relax##3\relax\else\ \textnormal{(##3)}\fi
      \ifx\relax##2\relax\else\verify@id{##2}\fi}%
    \begin{verify@#2}\verify@sloppy}{\end{verify@#2}}}
\newcommand{\verify@sloppy}{\tolerance=2000\emergencystretch=4em\relax}
"""
_PLAIN = r"""\theoremstyle{plain}% for the reader's own theorems
"""
_TAIL = r"""
% Labels that other fragments may point at, or not: one fragment alone compiles, too.
\newcommand{\statementlabel}[1]{\phantomsection\label{statement:#1}}
\newcommand{\statementref}[2]{\@ifundefined{r@statement:#1}{#2}{\hyperref[statement:#1]{#2}}}
\newcommand{\ifvariants}[2]{\@ifundefined{r@variants:#1}{}{#2}}
\newcommand{\variantslabel}[1]{\phantomsection\label{variants:#1}}
\newcommand{\variantsref}[2]{\hyperref[variants:#1]{#2}}
\AtBeginDocument{\providecommand{\phantomsection}{}\providecommand{\hyperref}[2][]{#2}}

\newenvironment{decided}{\par\noindent\small\verify@sloppy\ignorespaces}%
  {\par\addvspace{\smallskipamount}}
\newenvironment{proofsteps}{\verify@sloppy\allowdisplaybreaks[1]}{}

% Variants that are false, each with the instance at which it fails.
\newenvironment{variants}{\par\begin{list}{}{\footnotesize\raggedright
  \setlength{\leftmargin}{1.5em}\setlength{\itemindent}{-1.5em}\setlength{\labelwidth}{0pt}%
  \setlength{\labelsep}{0pt}\setlength{\itemsep}{1pt plus 1pt}\setlength{\parsep}{0pt}}}{\end{list}}

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

\providecommand{\toprule}{\hline}
\providecommand{\midrule}{\hline}
\providecommand{\bottomrule}{\hline}
\endinput
"""


def style_file() -> str:
    """Return the style file, with an environment for each kind of statement."""
    kinds = "\n".join(rf"\verify@kind{{{kind}}}{{{style}}}" for kind, style in KINDS.items())
    return f"{_HEAD}{kinds}\n{_PLAIN}{_TAIL}"


PREAMBLE = r"""\documentclass[10pt,a4paper,reqno]{amsart}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb,amsthm}
\usepackage{array,longtable,graphicx}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{\newcommand{\addlinespace}[1][]{}}
% Only protrusion: expansion asks for scalable fonts in every encoding, which few have.
\IfFileExists{microtype.sty}{\usepackage[expansion=false]{microtype}}{}
\usepackage[hidelinks]{hyperref}
\usepackage{verify-statements}
\tolerance=2000\emergencystretch=4em
% The margin on the left holds the verdicts.
\setlength{\textwidth}{420pt}\setlength{\oddsidemargin}{36pt}\setlength{\evensidemargin}{36pt}
\setlength{\textheight}{732pt}\setlength{\topmargin}{-48pt}
\setcounter{tocdepth}{1}\setlength{\captionindent}{0pt}
\raggedbottom
% Sections bear the papers' own numbers, which begin anew in every part.
\renewcommand{\theHsection}{\thepart.\thesection}
"""
