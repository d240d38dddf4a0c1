// Runs before the first paint, so that a chosen theme, language or density never flashes in late.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('tensu.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const density = localStorage.getItem('tensu.density');
    if (density === 'compact' || density === 'roomy') root.dataset.density = density;
    if (localStorage.getItem('tensu.language') === 'en') root.lang = 'en';
  } catch {
    // Storage may be blocked; the defaults are fine then.
  }
})();
