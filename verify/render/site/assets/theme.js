// Before anything is painted: the theme the reader has chosen.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* storage is refused: the system's theme, then */ }
