import { contract } from '@shifa/contract';
import { clockState } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, failure } from '../../../testing/fake-api';
import { clockedIn, openRecord, setUp } from './testing/rendered-clock';
import { timeAtWork } from './time-at-work';

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

it('counts the time at work to the present minute, without breaks', () => {
  const breaks = [
    { start: '2026-11-20T05:00:00.000Z', end: '2026-11-20T05:20:00.000Z' },
    { start: '2026-11-20T06:30:00.000Z', end: null },
  ];
  const now = new Date('2026-11-20T06:42:30.000Z');
  // From 9:02 AM to 12:12 PM are 190 minutes, of which 20 and 12 are breaks.
  expect(timeAtWork({ ...openRecord, breaks }, now)).toEqual({ workMinutes: 158, breakMinutes: 32 });
});
