import { contract } from '@shifa/contract';
import { attendanceRecord, clockState } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { connection } from '../../../lib/connection';
import { answer, failure, type fakeApi } from '../../../testing/fake-api';
import { offlinePunches } from '../scan/offline-punches';
import { clockedIn, lose, openRecord, setUp, user, waiting } from './testing/rendered-clock';

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

  it('that is confirmed long after it was scanned leaves the tap its own time, without the code', async () => {
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
});
