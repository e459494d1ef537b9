import { contract } from '@shifa/contract';
import { attendanceRecord, clockState, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { connection } from '../../../lib/connection';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { OfflinePunches, offlinePunches } from '../scan/offline-punches';
import { WaitingPunches } from '../scan/waiting-punches';
import { ClockCard } from './clock-card';
import { timeAtWork } from './time-at-work';

const user = sessionUser({ laboratoryId: laboratory({ name: 'Shifa Kolkata' }) });
const [segment] = attendanceRecord().segments;
if (!segment) throw new Error('The factory makes a day with work');
const openRecord = attendanceRecord({ open: true, clockOut: null, segments: [{ ...segment, clockOut: null }] });
const clockedIn = clockState({
  state: 'in',
  record: openRecord,
  now: '2026-11-20T06:00:00.000Z',
  actions: { clockOut: { allowed: true }, startBreak: { allowed: true } },
});

function setUp(at = '/attendance', clock = clockState()) {
  const api = fakeApi();
  api.on(contract.attendance.clock, () => answer(clock));
  const view = renderApp(
    <>
      <ClockCard />
      <WaitingPunches />
    </>,
    { user, at },
  );
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  return { ...view, api, press };
}

describe('the clock', () => {
  it('shows at once what was asked for, and then what the server recorded', async () => {
    const { api, press } = setUp();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    api.on(contract.attendance.clockIn, async () => {
      await arrived;
      api.on(contract.attendance.clock, () => answer(clockedIn));
      return answer(openRecord);
    });
    expect(await screen.findByText("You're clocked out")).toBeVisible();
    expect(screen.getByText(/Your shift is 9:00 AM – 6:00 PM/)).toBeVisible();
    await press('Clock in');
    expect(screen.getByText('Clocking in…')).toBeVisible();
    arrive();
    expect(await screen.findByText("You're clocked in")).toBeVisible();
    expect(screen.getByText('Since 9:02 AM')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Start break' })).toBeEnabled();
    const [request] = api.requests(contract.attendance.clockIn);
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(request?.body).toMatchObject({ deviceId: localStorage.getItem('device') });
  });

  it.each([
    ['no_location', /didn't share its location, so this day needs approval\. Next time, allow this site/],
    ['inaccurate_location', /too inaccurate, so this day needs approval\. Next time, turn on/],
    ['outside_fence', /away from the laboratory, so this day needs approval/],
  ] as const)('tells the person what follows from %s', async (flag, words) => {
    setUp('/attendance', clockState({ ...clockedIn, record: { ...openRecord, flags: [flag] } }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('offers the end of a break', async () => {
    const since = '2026-11-20T06:30:00.000Z';
    const record = { ...openRecord, onBreak: true, breaks: [{ start: since, end: null }] };
    const { api, press } = setUp(
      '/attendance',
      clockState({ ...clockedIn, state: 'on_break', record, actions: { endBreak: { allowed: true } } }),
    );
    expect(await screen.findByText("You're on a break")).toBeVisible();
    expect(screen.getByText('Since 12:00 PM')).toBeVisible();
    api.on(contract.attendance.endBreak, () => answer(openRecord));
    await press('End break');
    await waitFor(() => expect(api.requests(contract.attendance.endBreak)).toHaveLength(1));
  });

  it('shows the present state when the person is clocked in already', async () => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    api.on(contract.attendance.clockIn, () => failure('ALREADY_CLOCKED_IN'));
    api.on(contract.attendance.clock, () => answer(clockedIn));
    await press('Clock in');
    expect(await screen.findByText("You've been clocked in since 9:02 AM")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clock out' })).toBeEnabled();
  });
});

describe('a scanned code', () => {
  it('asks before it clocks in, and leaves the address', async () => {
    const { api, press, address } = setUp('/attendance?code=wall.token');
    expect(await screen.findByText('Clock in at Shifa Kolkata?')).toBeVisible();
    expect(api.requests(contract.attendance.clockIn)).toEqual([]);
    api.on(contract.attendance.clockIn, () => answer(openRecord));
    await press('Clock in');
    await waitFor(() => expect(address()).toBe('/attendance'));
    expect(api.requests(contract.attendance.clockIn)[0]?.body).toMatchObject({ qrToken: 'wall.token' });
  });

  it('clocks out whoever is in', async () => {
    const { api, press } = setUp('/attendance?code=wall.token', clockedIn);
    expect(await screen.findByText('Clock out at Shifa Kolkata?')).toBeVisible();
    api.on(contract.attendance.clockOut, () => answer(attendanceRecord()));
    await press('Clock out');
    await waitFor(() => expect(api.requests(contract.attendance.clockOut)).toHaveLength(1));
  });

  it.each(['CODE_EXPIRED', 'CODE_OF_OTHER_LABORATORY', 'CODE_REUSED', 'CODE_INVALID'] as const)(
    'that the server refuses with %s says why, and another can be scanned',
    async (code) => {
      const { api, press } = setUp('/attendance?code=wall.token');
      const refusal = failure(code);
      api.on(contract.attendance.clockIn, () => refusal as never);
      await press('Clock in');
      expect(await screen.findByRole('alert')).toHaveTextContent(refusal.body.message);
      expect(screen.getByRole('link', { name: 'Scan again' })).toHaveAttribute('href', '/attendance/scan');
    },
  );

  /** From now on no request reaches the server, until `reconnect`. */
  const disconnect = async (api: ReturnType<typeof fakeApi>) => {
    await screen.findByText('Clock in at Shifa Kolkata?');
    api.on(contract.attendance.clock, () => {
      throw new TypeError('No network');
    });
  };
  const reconnect = (api: ReturnType<typeof fakeApi>) => {
    api.on(contract.attendance.clock, () => answer(clockState()));
    connection.report(true);
  };

  it('waits on the device while there is no network, and is sent once when it is back', async () => {
    const { api, press, address } = setUp('/attendance?code=wall.token');
    await disconnect(api);
    await press('Clock in');
    expect(await screen.findByText('Waiting to be sent')).toBeVisible();
    expect(address()).toBe('/attendance');
    api.on(contract.attendance.offlinePunch, () => answer({ ...openRecord, flags: ['offline_punch'] }));
    reconnect(api);
    await waitFor(() => expect(screen.queryByText('Waiting to be sent')).not.toBeInTheDocument());
    expect(await screen.findByText('Your clock-in was sent for approval')).toBeVisible();
    expect(api.requests(contract.attendance.offlinePunch).map(({ body }) => body)).toMatchObject([
      { action: 'clock_in', qrToken: 'wall.token' },
    ]);
  });

  it('that the server refuses later says why, and is discarded only after a question', async () => {
    const { api, press } = setUp('/attendance?code=wall.token');
    await disconnect(api);
    await press('Clock in');
    await screen.findByText('Waiting to be sent');
    api.on(contract.attendance.offlinePunch, () => failure('ALREADY_CLOCKED_IN'));
    reconnect(api);
    expect(await screen.findByText("You're already clocked in")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a correction' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/attendance\?correct=\d{4}-\d{2}-\d{2}$/),
    );
    await press('Discard');
    await userEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) ?? document.body);
    await waitFor(() => expect(screen.queryByText('Not accepted')).not.toBeInTheDocument());
  });
});

describe('a tap', () => {
  it('long after the scan of a code has its own time, without the code', async () => {
    const window = Math.floor(Date.now() / 30_000);
    const kept = async (code: string) => {
      const { api, press, unmount } = setUp(`/attendance?code=${code}`);
      await screen.findByText('Clock in at Shifa Kolkata?');
      lose(api);
      await press('Clock in');
      await waiting();
      const [punch] = offlinePunches.of(user._id);
      unmount();
      offlinePunches.discard(user._id, punch?.id ?? '');
      return punch?.qrToken;
    };
    expect(await kept(`wall.${window}.signed`)).toBe(`wall.${window}.signed`);
    expect(await kept(`wall.${window - 6}.signed`)).toBeUndefined();
  });

  const lose = (api: ReturnType<typeof fakeApi>) => {
    for (const route of [
      contract.attendance.clock,
      contract.attendance.clockIn,
      contract.attendance.clockOut,
    ] as const) {
      api.on(route, () => {
        throw new TypeError('No network');
      });
    }
  };
  const waiting = async () => within(await screen.findByRole('region', { name: 'Not sent yet' }));

  it('is kept without a network, counts as done, and is sent with the key and the time of the first request', async () => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    lose(api);
    await press('Clock in');
    const kept = await waiting();
    expect(kept.getByText('Waiting to be sent')).toBeVisible();
    expect(kept.getByText(/^This is the device's time, without a code\. We don't know yet whether/)).toBeVisible();
    expect(screen.getByText("You're clocked in")).toBeVisible();
    expect(screen.getByText(/ · not sent yet$/)).toBeVisible();
    const [lost] = api.requests(contract.attendance.clockIn);
    api.on(contract.attendance.offlinePunch, () => answer(openRecord));
    api.on(contract.attendance.clock, () => answer(clockedIn));
    connection.report(true);
    expect(await screen.findByText('Your clock-in was recorded')).toBeVisible();
    const [sent] = api.requests(contract.attendance.offlinePunch);
    expect(sent?.body).toMatchObject({ action: 'clock_in', punchId: lost?.headers.get('idempotency-key') });
    expect(sent?.body).toMatchObject({ tappedAt: expect.any(String) as string, sentAt: expect.any(String) as string });
  });

  it('can be followed by a clock-out that is kept as well', async () => {
    const { api, press } = setUp();
    await screen.findByText("You're clocked out");
    lose(api);
    await press('Clock in');
    await waiting();
    await userEvent.click(await screen.findByRole('button', { name: 'Clock out' }, { timeout: 5_000 }));
    // It is less than two minutes later.
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clock out' }));
    expect(await screen.findAllByText('Waiting to be sent')).toHaveLength(2);
    expect(screen.getByText("You're clocked out")).toBeVisible();
  });

  it('is a clocking of its own each time, however often there is no network', async () => {
    const { api, press } = setUp('/attendance', clockedIn);
    await screen.findByText("You're clocked in");
    expect(screen.getByText(/at work/)).toBeVisible();
    lose(api);
    await press('Clock out');
    await waiting();
    // What the server knows goes on; the person doesn't.
    expect(screen.queryByText(/at work/)).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Clock in' }, { timeout: 5_000 }));
    expect(await screen.findAllByText('Waiting to be sent')).toHaveLength(2);
    await userEvent.click(await screen.findByRole('button', { name: 'Clock out' }, { timeout: 5_000 }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clock out' }));
    await waitFor(() => expect(screen.getAllByText('Waiting to be sent')).toHaveLength(3));
    const kept = offlinePunches.of(user._id);
    expect(kept.map(({ action }) => action)).toEqual(['clock_out', 'clock_in', 'clock_out']);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(3);
  });

  it('is kept before its answer comes, in case the page is closed, and forgotten with the answer', async () => {
    const { api, press } = setUp();
    let arrive = () => {};
    api.on(contract.attendance.clockIn, async () => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return answer(openRecord);
    });
    await press('Clock in');
    await waitFor(() => expect(api.requests(contract.attendance.clockIn)).toHaveLength(1));
    const key = api.requests(contract.attendance.clockIn)[0]?.headers.get('idempotency-key');
    // As a page that is opened next reads it.
    expect(new OfflinePunches().of(user._id)).toMatchObject([{ action: 'clock_in', id: key, sent: true }]);
    expect(screen.queryByText('Waiting to be sent')).not.toBeInTheDocument();
    arrive();
    expect(await screen.findByText('Clocked in 9:02 AM')).toBeVisible();
    expect(offlinePunches.of(user._id)).toEqual([]);
    expect(api.requests(contract.attendance.offlinePunch)).toEqual([]);
  });

  it('that the server refuses does not wait', async () => {
    const { api, press } = setUp();
    api.on(contract.attendance.clockIn, () => failure('ALREADY_CLOCKED_IN'));
    await press('Clock in');
    expect(await screen.findByText("You're already clocked in")).toBeVisible();
    expect(offlinePunches.of(user._id)).toEqual([]);
  });

  it('leaves what was done in the place of the button, so that a second one hits nothing', async () => {
    const { api, press } = setUp();
    api.on(contract.attendance.clockIn, () => {
      api.on(contract.attendance.clock, () => answer(clockedIn));
      return answer(openRecord);
    });
    await press('Clock in');
    expect(await screen.findByText('Clocked in 9:02 AM')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Clock (in|out)$/ })).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Clock out' }, { timeout: 5_000 })).toBeVisible();
  });

  it('shows what was done although the clock is not read again yet', async () => {
    const { api, press } = setUp();
    api.on(contract.attendance.clockIn, () => {
      api.on(contract.attendance.clock, () => new Promise(() => undefined));
      return answer(openRecord);
    });
    await press('Clock in');
    expect(await screen.findByText('Clocked in 9:02 AM')).toBeVisible();
    expect(screen.queryByText('Clocking in…')).not.toBeInTheDocument();
  });

  it('keeps its button in its place until the answer', async () => {
    const { api, press } = setUp();
    api.on(contract.attendance.clockIn, () => new Promise(() => undefined));
    await press('Clock in');
    const button = await screen.findByRole('button', { name: 'Clock in' });
    expect(button).toHaveAttribute('data-decisive');
  });

  it('on Clock out within two minutes of the clock-in asks', async () => {
    const now = '2026-11-20T03:33:00.000Z';
    const { api, press } = setUp('/attendance', { ...clockedIn, now });
    api.on(contract.attendance.clockOut, () => answer(attendanceRecord()));
    await press('Clock out');
    expect(screen.getByRole('alertdialog')).toHaveTextContent('You clocked in less than two minutes ago.');
    await press('Stay clocked in');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(api.requests(contract.attendance.clockOut)).toEqual([]);
    await press('Clock out');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clock out' }));
    await waitFor(() => expect(api.requests(contract.attendance.clockOut)).toHaveLength(1));
  });
});

it('counts the time at work to the present minute, without breaks', () => {
  const breaks = [
    { start: '2026-11-20T05:00:00.000Z', end: '2026-11-20T05:20:00.000Z' },
    { start: '2026-11-20T06:30:00.000Z', end: null },
  ];
  const now = new Date('2026-11-20T06:42:30.000Z');
  // From 9:02 AM to 12:12 PM are 190 minutes, of which 20 and 12 are breaks.
  expect(timeAtWork({ ...openRecord, breaks }, now)).toEqual({ workMinutes: 158, breakMinutes: 32 });
});
