"""What LaTeX, its packages and its classes define, as far as structure needs it, in TeX."""

from __future__ import annotations

PRELUDE = r"""
\def\newtoggle#1{\expandafter\newif\csname if@#1\endcsname}
\let\newbool\newtoggle \let\newboolean\newtoggle
\let\providetoggle\newtoggle \let\providebool\newtoggle
\def\setbool#1#2{\csname @#1#2\endcsname} \let\setboolean\setbool \let\settoggle\setbool
\def\toggletrue#1{\setbool{#1}{true}} \let\booltrue\toggletrue
\def\togglefalse#1{\setbool{#1}{false}} \let\boolfalse\togglefalse
\def\boolean#1{\csname if@#1\endcsname} \def\iftoggle#1#2#3{\boolean{#1}#2\else#3\fi}
\let\ifbool\iftoggle
\def\equal#1#2{\def\@one{#1}\def\@other{#2}\ifx\@one\@other}
\def\@ifundefined#1#2#3{\ifcsname#1\endcsname#3\else#2\fi}
\def\ifcsdef#1#2#3{\ifcsname#1\endcsname#2\else#3\fi} \def\ifdef#1#2#3{\ifdefined#1#2\else#3\fi}
\def\IfNoValueTF#1#2#3{\ifx\NoValue#1#2\else#3\fi} \def\IfValueTF#1#2#3{\IfNoValueTF{#1}{#3}{#2}}
\def\IfBooleanTF#1#2#3{\ifx*#1#2\else#3\fi}
\def\@namedef#1{\expandafter\def\csname#1\endcsname} \def\@nameuse#1{\csname#1\endcsname}
\def\DeclareMathOperator{\@ifstar\@operator\@operator}
\def\@operator#1#2{\newcommand{#1}{\operatorname{#2}}}
\def\DeclarePairedDelimiter#1#2#3{\NewDocumentCommand{#1}{som}{#2 ##3#3}}
\def\ensuremath#1{\ifmmode#1\else$#1$\fi} \def\detokenize#1{#1}
\def\mathchoice#1#2#3#4{#2} \def\@setfontsize#1#2#3{} \def\@empty{} \def\@gobble#1{}
\def\@firstofone#1{#1} \def\@firstoftwo#1#2{#1} \def\@secondoftwo#1#2{#2}
\def\AtBeginDocument#1{#1} \let\AtEndOfClass\AtBeginDocument \let\AtEndOfPackage\AtBeginDocument
\let\AtEndPreamble\AtBeginDocument \let\AfterEndPreamble\AtBeginDocument
\def\MakeUppercase#1{#1} \def\texorpdfstring#1#2{#1}
\newcounter{part} \newcounter{chapter} \newcounter{section} \newcounter{equation}
\newcounter{subsection} \counterwithin{subsection}{section}
\newcounter{subsubsection} \counterwithin{subsubsection}{subsection}
\newcounter{secnumdepth} \setcounter{secnumdepth}{3} \def\thepart{\Roman{part}}
\let\renewtheorem\newtheorem \let\newshadedtheorem\newtheorem \let\newframedtheorem\newtheorem
\newcommand\newmdtheoremenv[1][]{\newtheorem} \newcommand\mdtheorem[1][]{\newtheorem}
\def\spnewtheorem{\@ifstar\@spstar\@sptheorem} \def\@spstar#1#2#3#4{\newtheorem*{#1}{#2}}
\NewDocumentCommand\@sptheorem{momomm}{\IfValueTF{#2}{\newtheorem{#1}[#2]{#3}}
  {\IfValueTF{#4}{\newtheorem{#1}{#3}[#4]}{\newtheorem{#1}{#3}}}}
\def\@own#1#2{\newtheorem{#1}{#2}} \def\@as#1#2{\newtheorem{#1}[theorem]{#2}}
"""
OF_SPRINGER = r"""\newtheorem*{claim}{Claim}\newtheorem*{case}{Case}\@own{conjecture}{Conjecture}
\@own{corollary}{Corollary}\@own{definition}{Definition}\@own{example}{Example}\@own{exercise}{Exercise}
\@own{lemma}{Lemma}\@own{note}{Note}\@own{problem}{Problem}\@own{property}{Property}
\@own{proposition}{Proposition}\@own{question}{Question}\@own{solution}{Solution}\@own{remark}{Remark}
\@own{theorem}{Theorem}"""
OF_ACM = r"""\newtheorem{theorem}{Theorem}[section]\@as{conjecture}{Conjecture}
\@as{proposition}{Proposition}\@as{lemma}{Lemma}\@as{corollary}{Corollary}\@as{example}{Example}
\@as{definition}{Definition}"""
# By the beginning of their names.
CLASSES = {"llncs": OF_SPRINGER, "svjour": OF_SPRINGER, "svm": OF_SPRINGER, "acmart": OF_ACM,
           "siamart": OF_ACM}  # fmt: skip
BOOK = (
    r"\counterwithin{section}{chapter}\counterwithin{equation}{chapter}\setcounter{secnumdepth}{2}"
)
