import { attendanceRecord } from '@shifa/contract/testing';
import type { OfflinePunchBody } from '@shifa/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error';
import { OfflinePunches, timeOf } from './offline-punches';
import { unsentPunches } from './unsent-punches';

const me = '65f000000000000000000001';
const other = '65f000000000000000000002';
const clockIn = { action: 'clock_in', qrToken: 'morning' } as const;
const clockOut = { action: 'clock_out', qrToken: 'evening' } as const;

/** A server that keeps what it was sent, and answers when the test lets it. */
function server() {
  const received: string[] = [];
  return {
    received,
    send: vi.fn((punch: OfflinePunchBody) => {
      received.push(punch.qrToken ?? '');
      return Promise.resolve(attendanceRecord());
    }),
  };
}

describe('punches without a network', () => {
  it('are sent once each, oldest first and one after the other, however often sending is asked for', async () => {
    const punches = new OfflinePunches();
    punches.add(me, clockIn);
    punches.add(me, clockOut);
    const { received, send } = server();
    await Promise.all([punches.sendAll(me, send), punches.sendAll(me, send), punches.sendAll(me, send)]);
    await punches.sendAll(me, send);
    expect(received).toEqual(['morning', 'evening']);
    expect(punches.of(me)).toEqual([]);
  });

  it('leave a request under way to its page, and follow it where that page was closed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const page = new OfflinePunches();
    expect(page.begin(me, { action: 'clock_in', id: 'a' })).toBe(true);
    page.add(me, clockOut);
    const reopened = new OfflinePunches();
    const send = vi.fn((_punch: OfflinePunchBody) => Promise.resolve(attendanceRecord()));
    await reopened.sendAll(me, send);
    expect(send).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 31_000);
    await page.sendAll(me, send);
    expect(send).not.toHaveBeenCalled();
    await reopened.sendAll(me, send);
    expect(send.mock.calls.map(([punch]) => punch)).toMatchObject([{ punchId: 'a' }, { qrToken: 'evening' }]);
    expect(send.mock.calls[0]?.[0]).not.toHaveProperty('sendingSince');
    vi.useRealTimers();
  });

  it('wait as soon as their request came to nothing', async () => {
    const punches = new OfflinePunches();
    punches.begin(me, { action: 'clock_in', id: 'a' });
    expect(punches.of(me).every((punch) => punches.isUnderWay(punch))).toBe(true);
    punches.release(me, 'a');
    expect(punches.of(me).some((punch) => punches.isUnderWay(punch))).toBe(false);
    const { send } = server();
    await punches.sendAll(me, send);
    expect(send).toHaveBeenCalledOnce();
  });

  it('keep one punch per code and action', () => {
    const punches = new OfflinePunches();
    punches.add(me, clockIn);
    punches.add(me, clockIn);
    expect(punches.of(me)).toHaveLength(1);
  });

  it.each([
    [0],
    [401],
    [429],
    [503],
    [426, 'CLIENT_OUTDATED'],
    [403, 'PASSWORD_CHANGE_REQUIRED'],
    [403, 'SECOND_FACTOR_SETUP_REQUIRED'],
  ])('wait on after a failure with status %d, and nothing overtakes them (%s)', async (status, code?: string) => {
    const punches = new OfflinePunches();
    punches.add(me, clockIn);
    punches.add(me, clockOut);
    const send = vi.fn(() => Promise.reject(new ApiError(status, { code })));
    await punches.sendAll(me, send);
    expect(send).toHaveBeenCalledTimes(1);
    expect(punches.of(me).map(({ qrToken, failure }) => [qrToken, failure])).toEqual([
      ['morning', undefined],
      ['evening', undefined],
    ]);
  });

  it('stay with the reason when the server refuses them, and are sent again only on request', async () => {
    const punches = new OfflinePunches();
    punches.add(me, clockIn);
    const refuse = vi.fn(() => Promise.reject(new ApiError(409, { message: "You're already clocked in" })));
    await punches.sendAll(me, refuse);
    await punches.sendAll(me, refuse);
    expect(refuse).toHaveBeenCalledTimes(1);
    const [refused] = punches.of(me);
    expect(refused?.failure).toBe("You're already clocked in");
    punches.retry(me, refused?.id ?? '');
    const { received, send } = server();
    await punches.sendAll(me, send);
    expect(received).toEqual(['morning']);
  });

  it('belong to one person and outlive the page', () => {
    new OfflinePunches().add(me, clockIn);
    const reloaded = new OfflinePunches();
    expect(reloaded.of(me)).toMatchObject([clockIn]);
    expect(reloaded.of(other)).toEqual([]);
  });

  it('have the time of their code, whatever the clock of the device says', () => {
    const punches = new OfflinePunches();
    punches.add(me, {
      action: 'clock_in',
      qrToken: `${me}.${Date.parse('2026-11-27T01:10:00.000Z') / 30_000}.signature`,
    });
    punches.add(me, { action: 'clock_out', scannedAt: '2026-11-24T06:22:00.000Z' });
    expect(punches.of(me).map(timeOf)).toEqual(['2026-11-27T01:10:00.000Z', '2026-11-24T06:22:00.000Z']);
    expect(unsentPunches(me)).toBe(2);
    expect(unsentPunches(other)).toBe(0);
  });
});
