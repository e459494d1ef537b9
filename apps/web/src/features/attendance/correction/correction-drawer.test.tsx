import { contract } from '@shifa/contract';
import { attendanceRecord, clockState, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { CorrectionDrawer } from './correction-drawer';

const user = sessionUser({ laboratoryId: laboratory({ name: 'Shifa Kolkata' }) });
const [segment] = attendanceRecord().segments;
if (!segment?.clockOut) throw new Error('The factory makes a day with work');
/** Closed automatically at 22:00 in Kolkata. */
const missed = attendanceRecord({
  status: 'missed_clock_out',
  segments: [{ ...segment, clockOut: { ...segment.clockOut, at: '2026-11-20T16:30:00.000Z', method: 'auto' } }],
  workedMinutes: 0,
});

function setUp(record = [missed], today = '2026-11-20') {
  const api = fakeApi();
  api.on(contract.attendance.mine, () => answerPage(record));
  api.on(contract.attendance.clock, () => answer(clockState({ today })));
  const onClose = vi.fn();
  renderApp(<CorrectionDrawer workDate="2026-11-20" onClose={onClose} />, { user, at: '/attendance' });
  const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  const sent = () => api.requests(contract.attendance.requestCorrection);
  return { api, onClose, send, sent };
}

it('asks for the clock-out that was missed, with the recorded times at hand', async () => {
  const { api, onClose, send, sent } = setUp();
  expect(await screen.findByText('Recorded: 9:02 AM – not recorded')).toBeVisible();
  expect(screen.getByLabelText('Work from')).toHaveValue('09:02');
  expect(screen.getByLabelText('Work to')).toHaveValue('');
  await send();
  expect(await screen.findByText('Time is required')).toBeVisible();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Work to'), '18:10');
  await userEvent.type(screen.getByLabelText('Reason'), 'Forgot to clock out');
  api.on(contract.attendance.requestCorrection, () => failure('CORRECTION_PENDING'));
  await send();
  expect(await screen.findByText('You already have a pending correction for this day')).toBeVisible();
  api.on(contract.attendance.requestCorrection, () => answer(missed));
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)?.body).toEqual({
    workDate: '2026-11-20',
    segments: [{ in: '2026-11-20T09:02', out: '2026-11-20T18:10' }],
    breaks: [],
    reason: 'Forgot to clock out',
  });
  expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('suggests nothing for an earlier day that was not recorded: its shift may have been another', async () => {
  setUp([], '2026-11-19');
  expect(await screen.findByText('Nothing was recorded')).toBeVisible();
  expect(screen.getByLabelText('Work from')).toHaveValue('');
  expect(screen.queryByText(/Shift 9:00/)).not.toBeInTheDocument();
});

it('suggests the hours of the shift if nothing was recorded today', async () => {
  setUp([]);
  expect(await screen.findByText('Nothing was recorded')).toBeVisible();
  expect(screen.getByLabelText('Work from')).toHaveValue('09:00');
  expect(screen.getByLabelText('Work to')).toHaveValue('18:00');
});
