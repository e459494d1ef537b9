// Runs before the first paint: a page that was chosen dark must not flash light. A file of its own because the
// content security policy allows no inline script.
(function () {
  var mode = null;
  try {
    mode = localStorage.getItem('theme');
  } catch {
    // No storage, no choice: the system decides.
  }
  var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
})();
