import { shiftWindow } from '../../src/modules/attendance/days/calendar';
import { demoDay } from './demo-days';

const shift = {
  start: '09:30',
  end: '18:00',
  breakMinutes: 45,
  graceLateMinutes: 15,
  halfDayBelowMinutes: 240,
  overtimeAfterMinutes: 30,
  timezone: 'Asia/Kolkata',
};
const workDate = '2026-11-25';
const people = Array.from({ length: 2_000 }, (_, index) => `person${index}@shifa.example`);

/** The segments of the day as they are so many minutes after the end of the shift. */
function segmentsAfter(minutes: number) {
  const now = new Date(shiftWindow(workDate, shift).endsAt.getTime() + minutes * 60_000);
  const days = people.map((email) => demoDay(email, workDate, shift, { isWorkingDay: true, now }));
  return { now, segments: days.flatMap((day) => day?.segments ?? []) };
}

describe('a day of the demo network', () => {
  it.each([-300, 0, 60, 180, 239, 240])('has nothing that is still to come %i minutes after the shift', (minutes) => {
    const { now, segments } = segmentsAfter(minutes);
    const moments = segments.flatMap(({ clockIn, clockOut }) => [clockIn.at, ...(clockOut ? [clockOut.at] : [])]);
    expect(moments.length).toBeGreaterThan(1_000);
    expect(moments.filter((at) => at > now)).toEqual([]);
  });

  it('is closed by the system four hours after the shift where a person forgot to clock out', () => {
    const forgotten = segmentsAfter(240).segments.filter(({ clockOut }) => clockOut?.method === 'auto');
    expect(forgotten.length).toBeGreaterThan(5);
    const stillIn = segmentsAfter(239).segments.filter(({ clockOut }) => clockOut === null);
    expect(stillIn).toHaveLength(forgotten.length);
  });
});
