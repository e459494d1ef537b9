// Requests what the address shows first while the entry is still on its way: code, and who the stored token belongs to.
// A file of its own because the content security policy allows no inline script.
(function () {
  var token = null;
  try {
    token = localStorage.getItem('token');
  } catch {
    // No storage, nobody is signed in.
  }
  // The build lists the code; the development server does not.
  var list = document.querySelector('meta[name=code]').getAttribute('content');
  var code = list ? JSON.parse(list) : null;
  if (token) {
    var headers = { authorization: 'Bearer ' + token };
    if (code) headers['shifa-contract'] = code.contract;
    var me = fetch('/api/auth/me', { headers: headers, credentials: 'include' });
    // A failure is reported by the script that takes the answer.
    me.catch(function () {});
    window.firstRequest = { path: '/api/auth/me', token: token, response: me };
  }

  if (!code) return;
  var path = location.pathname === '/' ? '/dashboard' : location.pathname.replace(/\/$/, '');
  var needed = token ? code.signedIn.concat(code.pages[path] || []) : code.signedOut;
  needed.forEach(function (index) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + code.files[index];
    document.head.append(link);
  });
})();
