// Part of the service worker: shows push messages, and opens what they are about. The payload is `PushContent` of the API.
self.addEventListener('push', function (event) {
  var message = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(message.title || 'Shifa MS', {
      body: message.body || '',
      // A message that is sent again replaces itself.
      tag: message.notificationId,
      icon: '/icon-192.png',
      data: message,
    }),
  );
});

self.addEventListener('notificationclick', function (event) {
  event.notification.close();
  var message = event.notification.data || {};
  var query = new URLSearchParams({ id: message.notificationId || '', to: message.path || '/' });
  var address = '/notifications/open?' + query;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(function (windows) {
      var open = windows[0];
      if (!open) return self.clients.openWindow(address);
      // The page goes there by itself, so that what was typed stays as a draft.
      open.postMessage({ type: 'open', address: address });
      return open.focus();
    }),
  );
});
