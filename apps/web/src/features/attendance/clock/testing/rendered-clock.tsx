import { contract } from '@shifa/contract';
import { attendanceRecord, clockState, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, fakeApi } from '../../../../testing/fake-api';
import { renderApp } from '../../../../testing/render-app';
import { WaitingPunches } from '../../scan/waiting-punches';
import { ClockCard } from '../clock-card';

export const user = sessionUser({ laboratoryId: laboratory({ name: 'Shifa Kolkata' }) });
const [segment] = attendanceRecord().segments;
if (!segment) throw new Error('The factory makes a day with work');
export const openRecord = attendanceRecord({ open: true, clockOut: null, segments: [{ ...segment, clockOut: null }] });
export const clockedIn = clockState({
  state: 'in',
  record: openRecord,
  now: '2026-11-20T06:00:00.000Z',
  actions: { clockOut: { allowed: true }, startBreak: { allowed: true } },
});

/** The clock, and what waits on the device. */
export function setUp(at = '/attendance', clock = clockState()) {
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

/** From now on no request of the clock reaches the server. */
export function lose(api: ReturnType<typeof fakeApi>): void {
  for (const route of [contract.attendance.clock, contract.attendance.clockIn, contract.attendance.clockOut] as const) {
    api.on(route, () => {
      throw new TypeError('No network');
    });
  }
}

export const waiting = async () => within(await screen.findByRole('region', { name: 'Not sent yet' }));
