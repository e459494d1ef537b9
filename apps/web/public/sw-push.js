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
      return openIn(windows, address);
    }),
  );
});

var ANSWER_WITHIN_MS = 500;

// The page goes there by itself, so that what was typed stays as a draft. One where no one is signed in, a wall display,
// or a page that the phone has frozen does not answer in time: then the next window is asked, and at last a new one opens.
function openIn(windows, address) {
  var open = windows[0];
  if (!open) return self.clients.openWindow(address);
  return new Promise(function (resolve) {
    var channel = new MessageChannel();
    channel.port1.onmessage = function () {
      resolve(true);
    };
    setTimeout(resolve, ANSWER_WITHIN_MS, false);
    open.postMessage({ type: 'open', address: address, until: Date.now() + ANSWER_WITHIN_MS }, [channel.port2]);
  }).then(function (opened) {
    return opened ? open.focus() : openIn(windows.slice(1), address);
  });
}
