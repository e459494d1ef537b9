import { contract } from '@shifa/contract';
import { attendanceRecord, clockState, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../../../data/session';
import { answer, failure } from '../../../testing/fake-api';
import { offlinePunches } from '../scan/offline-punches';
import { clockedIn, openRecord, setUp, user } from './testing/rendered-clock';

const noNetwork = () => {
  throw new TypeError('No network');
};
const morning = { action: 'clock_in', id: 'morning-tap', scannedAt: '2026-11-20T03:32:00.000Z' } as const;

describe('a clocking', () => {
  it('whose answer was lost is sent again at once', async () => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    let lose = () => {};
    api.on(contract.attendance.clockIn, async () => {
      await new Promise<void>((resolve) => (lose = resolve));
      // Whatever else is answered starts the next attempt as well.
      api.on(contract.attendance.clock, noNetwork);
      return noNetwork();
    });
    api.on(contract.attendance.offlinePunch, () => answer(openRecord));
    await press('Clock in');
    expect(await screen.findByText('Clocking in…')).toBeVisible();
    await waitFor(() => expect(api.requests(contract.attendance.clockIn)).toHaveLength(1));
    lose();
    expect(await screen.findByText('Your clock-in was recorded')).toBeVisible();
    const [lost] = api.requests(contract.attendance.clockIn);
    expect(api.requests(contract.attendance.offlinePunch).map(({ body }) => body)).toMatchObject([
      { punchId: lost?.headers.get('idempotency-key') },
    ]);
  });

  it.each([502, 504])('whose answer a proxy lost with %d is kept as well', async (status) => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    api.onOffContract(contract.attendance.clockIn, () => ({ status, body: 'Lost' }));
    api.on(contract.attendance.offlinePunch, () => answer(openRecord));
    await press('Clock in');
    expect(await screen.findByText('Your clock-in was recorded')).toBeVisible();
  });

  it.each(['UNAUTHENTICATED', 'PASSWORD_CHANGE_REQUIRED', 'CLIENT_OUTDATED', 'UNAVAILABLE'] as const)(
    'that the server answers with %s, before it decides on it, is kept',
    async (code) => {
      const { api, press, unmount } = setUp();
      let arrive = () => {};
      api.onOffContract(contract.attendance.clockIn, async () => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return failure(code);
      });
      await press('Clock in');
      await waitFor(() => expect(api.requests(contract.attendance.clockIn)).toHaveLength(1));
      // The page gives way to the sign-in, or to the new password.
      unmount();
      arrive();
      await waitFor(() => expect(offlinePunches.of(user._id)[0]).not.toHaveProperty('sendingSince'));
      expect(offlinePunches.of(user._id)).toHaveLength(1);
    },
  );

  it('is not sent in the name of the person who has signed in since', async () => {
    let locate = () => {};
    const getCurrentPosition = (_found: unknown, failed: () => void) => (locate = failed);
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    const { api, press, unmount } = setUp();
    api.on(contract.attendance.clockIn, () => answer(openRecord));
    await press('Clock in');
    expect(offlinePunches.of(user._id)).toHaveLength(1);
    unmount();
    session.end('left');
    session.start('token of another', sessionUser());
    locate();
    await waitFor(() => expect(offlinePunches.of(user._id)[0]?.sendingSince).toBeUndefined());
    expect(api.requests(contract.attendance.clockIn)).toEqual([]);
    expect(offlinePunches.of(user._id)).toHaveLength(1);
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  it('follows what waits, once the server can be reached again', async () => {
    offlinePunches.add(user._id, morning);
    const { api, press } = setUp();
    expect(await screen.findByText('Waiting to be sent')).toBeVisible();
    api.on(contract.attendance.offlinePunch, () => {
      api.on(contract.attendance.clockOut, () => answer(attendanceRecord()));
      return answer(openRecord);
    });
    api.on(contract.attendance.clockOut, () => failure('NOT_CLOCKED_IN'));
    await press('Clock out');
    expect(await screen.findByText(/^Clocked out \d/)).toBeVisible();
    expect(offlinePunches.of(user._id)).toEqual([]);
  });

  it('waits behind what still waits', async () => {
    offlinePunches.add(user._id, morning);
    const { api, press } = setUp();
    expect(await screen.findByText('Waiting to be sent')).toBeVisible();
    api.on(contract.attendance.offlinePunch, noNetwork);
    api.on(contract.attendance.clockOut, () => failure('NOT_CLOCKED_IN'));
    await press('Clock out');
    expect(await screen.findByText('Clocked out, not sent yet')).toBeVisible();
    expect(offlinePunches.of(user._id).map(({ action }) => action)).toEqual(['clock_in', 'clock_out']);
    expect(api.requests(contract.attendance.clockOut)).toEqual([]);
  });
});

describe('after a clocking', () => {
  it('the next can be made although the clock could not be read again', async () => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    api.on(contract.attendance.clockIn, () => {
      api.on(contract.attendance.clock, noNetwork);
      return answer(openRecord);
    });
    await press('Clock in');
    expect(await screen.findByText('Clocked in 9:02 AM')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Clock out' }, { timeout: 5_000 })).toBeVisible();
  });

  it('the time at work counts from it, however old the clock is that was read before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T02:30:00.000Z') });
    const { api, press } = setUp('/attendance', clockState({ now: '2026-11-20T02:30:00.000Z' }));
    await screen.findByText("You're clocked out");
    vi.setSystemTime('2026-11-20T03:32:00.000Z');
    api.on(contract.attendance.clockIn, () => {
      api.on(contract.attendance.clock, () => new Promise(() => undefined));
      return answer(openRecord);
    });
    await press('Clock in');
    expect(await screen.findByText('Clocked in 9:02 AM')).toBeVisible();
    vi.setSystemTime('2026-11-20T04:32:00.000Z');
    expect(await screen.findByText('1 h', {}, { timeout: 3_000 })).toBeVisible();
    vi.useRealTimers();
  });

  it('the clock is read again once', async () => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    api.on(contract.attendance.clockIn, () => {
      api.on(contract.attendance.clock, () => answer(clockedIn));
      return answer(openRecord);
    });
    await press('Clock in');
    expect(await screen.findByRole('button', { name: 'Start break' })).toBeVisible();
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(api.requests(contract.attendance.clock)).toHaveLength(2);
  });
});
