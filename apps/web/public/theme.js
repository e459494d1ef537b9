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
  var root = document.documentElement;
  root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');

  // The bar of the browser or of the installed app has the colour of the page's own top bar.
  var bar = document.querySelector('meta[name=theme-color]');
  function colourBar() {
    bar.setAttribute('content', root.getAttribute('data-color-scheme') === 'dark' ? '#131E21' : '#FFFFFF');
  }
  colourBar();
  new MutationObserver(colourBar).observe(root, { attributeFilter: ['data-color-scheme'] });
})();
