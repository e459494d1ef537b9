// Part of the service worker. The API is reached past it: what a page sends while it closes would otherwise be lost
// until the worker has started. Browsers without static routes always ask the worker first.
self.addEventListener('install', function (event) {
  if (!event.addRoutes) return;
  var routes = ['/api/*', '/socket.io/*'].map(function (path) {
    return { condition: { urlPattern: path }, source: 'network' };
  });
  event.waitUntil(event.addRoutes(routes));
});
