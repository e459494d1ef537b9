import { sessionUser } from '@shifa/contract/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldWrites } from './held-writes';
import { session } from './session';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function hold(held: HeldWrites, id: string, outcome: () => Promise<void> = () => Promise.resolve()) {
  const send = vi.fn(outcome);
  const onDropped = vi.fn();
  held.hold(id, 'approve', { send, onDropped });
  return Object.assign(send, { onDropped });
}

describe('a write that is held back', () => {
  it('is sent once, when its time is up', () => {
    const held = new HeldWrites();
    const send = hold(held, '1');
    expect(held.current().get('1')).toBe('approve');
    expect(send).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(send).toHaveBeenCalledOnce();
    void held.sendAll();
    expect(send).toHaveBeenCalledOnce();
    expect(held.current().size).toBe(0);
  });

  it('is not sent after it was undone, and can be held again', () => {
    const held = new HeldWrites();
    const undone = hold(held, '1');
    held.undo('1');
    expect(held.current().size).toBe(0);
    vi.runAllTimers();
    expect(undone).not.toHaveBeenCalled();
    const again = hold(held, '1');
    vi.runAllTimers();
    expect(again).toHaveBeenCalledOnce();
  });

  it('is dropped, and the person told, where someone else signed in meanwhile, or no one', () => {
    const held = new HeldWrites();
    const [first, second] = [sessionUser(), sessionUser()];
    for (const leave of [() => session.start('other', second), () => session.end('left')]) {
      session.start('own', first);
      const send = hold(held, '1');
      leave();
      vi.runAllTimers();
      expect(send).not.toHaveBeenCalled();
      expect(send.onDropped).toHaveBeenCalledOnce();
      expect(held.current().size).toBe(0);
    }
  });

  it('keeps a second write on the same document out', () => {
    const held = new HeldWrites();
    hold(held, '1');
    const second = hold(held, '1');
    vi.runAllTimers();
    expect(second).not.toHaveBeenCalled();
  });

  it.each([
    ['is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is left', () => window.dispatchEvent(new Event('pagehide'))],
  ])('is sent at once when the page %s', (_, leave) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const held = new HeldWrites();
    const stop = held.listen();
    const sends = [hold(held, '1'), hold(held, '2')];
    leave();
    leave();
    vi.runAllTimers();
    for (const send of sends) expect(send).toHaveBeenCalledOnce();
    stop();
  });

  it('that fails, which its sender reports, leaves the others alone', async () => {
    const held = new HeldWrites();
    const failing = hold(held, '1', () => Promise.reject(new Error('no connection')));
    const other = hold(held, '2');
    await held.sendAll();
    expect(failing).toHaveBeenCalledOnce();
    expect(other).toHaveBeenCalledOnce();
  });
});
