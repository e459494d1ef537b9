import { expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionStore } from './connection';

function followed() {
  vi.useFakeTimers({ now: 1_000 });
  const target = Object.assign(new EventTarget(), { navigator: { onLine: true } });
  const connection = new ConnectionStore();
  const stop = connection.listen(target as EventTarget as Window);
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  return { connection, says: (event: 'online' | 'offline') => target.dispatchEvent(new Event(event)) };
}

it('stays offline when the answer to an earlier request arrives', () => {
  const { connection, says } = followed();
  says('offline');
  connection.report(true, 999);
  expect(connection.current().status).toBe('offline');
  says('online');
  expect(connection.current().status).toBe('online');
});

it('is online again when a later request is answered, whatever the browser says', () => {
  const { connection, says } = followed();
  says('offline');
  connection.report(true, 1_001);
  expect(connection.current().status).toBe('online');
});

it('believes answers again once the device has been online, also where its clock was set back', () => {
  const { connection, says } = followed();
  says('offline');
  says('online');
  vi.setSystemTime(500);
  connection.report(false);
  expect(connection.current().status).toBe('unreachable');
  connection.report(true);
  expect(connection.current().status).toBe('online');
});
