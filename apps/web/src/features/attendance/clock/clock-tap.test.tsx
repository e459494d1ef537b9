import { contract } from '@shifa/contract';
import { attendanceRecord } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { connection } from '../../../lib/connection';
import { answer, failure } from '../../../testing/fake-api';
import { OfflinePunches, offlinePunches } from '../scan/offline-punches';
import { clockedIn, lose, openRecord, setUp, user, waiting } from './testing/rendered-clock';

describe('a tap', () => {
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
