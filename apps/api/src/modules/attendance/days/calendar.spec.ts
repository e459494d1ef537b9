import { instantOf, shiftNamed } from '../../../../test/attendance/written-days';
import { closesAt, shiftWindow, findWorkDate, type ShiftSnapshot } from './calendar';

function shift(name: string): ShiftSnapshot {
  const named = shiftNamed(name);
  if (!named) throw new Error(`${name} has no times.`);
  return named;
}

const utc = (at: Date) => at.toISOString().slice(0, 16);

describe('the window of a shift', () => {
  it.each([
    ['day', '2026-03-10', '2026-03-10T03:30', '2026-03-10T12:30'],
    ['night', '2026-03-31', '2026-03-31T16:30', '2026-04-01T00:30'],
    ['evening', '2026-12-31', '2026-12-31T10:30', '2026-12-31T18:30'],
    ['round', '2028-02-28', '2028-02-28T02:30', '2028-02-29T02:30'],
    ['day@Asia/Dubai', '2026-03-10', '2026-03-10T05:00', '2026-03-10T14:00'],
    ['day@Pacific/Auckland', '2026-01-01', '2025-12-31T20:00', '2026-01-01T05:00'],
    ['night@America/St_Johns', '2026-12-31', '2027-01-01T01:30', '2027-01-01T09:30'],
    ['night@America/New_York', '2026-03-07', '2026-03-08T03:00', '2026-03-08T10:00'],
    ['night@America/New_York', '2026-10-31', '2026-11-01T02:00', '2026-11-01T11:00'],
    ['skipped@America/New_York', '2026-03-08', '2026-03-08T07:00', '2026-03-08T14:30'],
    ['repeated@America/New_York', '2026-11-01', '2026-11-01T05:30', '2026-11-01T14:30'],
  ])('%s on %s is from %s to %s UTC', (name, day, startsAt, endsAt) => {
    const window = shiftWindow(day, shift(name));
    expect([utc(window.startsAt), utc(window.endsAt)]).toEqual([startsAt, endsAt]);
  });
});

describe('the day that work belongs to', () => {
  it.each([
    ['day', '2026-03-10 09:00', '2026-03-10'],
    ['day', '2026-03-10 02:00', '2026-03-10'],
    ['day', '2026-03-10 23:00', '2026-03-10'],
    ['night', '2026-03-10 21:30', '2026-03-10'],
    ['night', '2026-03-10 01:00', '2026-03-09'],
    ['night', '2026-03-10 05:59:59', '2026-03-09'],
    ['night', '2026-03-10 06:00', '2026-03-10'],
    ['night', '2026-03-10 07:00', '2026-03-10'],
    ['night', '2026-04-01 01:00', '2026-03-31'],
    ['night', '2027-01-01 00:00', '2026-12-31'],
    ['night', '2028-03-01 03:00', '2028-02-29'],
    ['evening', '2026-03-10 23:59:59', '2026-03-10'],
    ['evening', '2026-03-11 00:00', '2026-03-11'],
    ['dawn', '2026-03-10 23:50', '2026-03-11'],
    ['dawn', '2026-03-10 20:30', '2026-03-11'],
    ['dawn', '2026-03-10 20:29:59', '2026-03-10'],
    ['dawn', '2026-12-31 22:00', '2027-01-01'],
    ['round', '2026-03-10 08:00', '2026-03-10'],
    ['round', '2026-03-10 07:45', '2026-03-10'],
    ['round', '2026-03-10 04:00', '2026-03-10'],
    ['round', '2026-03-10 03:59:59', '2026-03-09'],
    ['night@America/New_York', '2026-03-08 03:00', '2026-03-07'],
    ['night@America/New_York', '2026-11-01 01:30(2)', '2026-10-31'],
    ['night@Pacific/Auckland', '2026-04-05 02:30(2)', '2026-04-04'],
    ['night@America/St_Johns', '2026-01-01 00:30', '2025-12-31'],
    ['skipped@America/New_York', '2026-03-07 22:00', '2026-03-08'],
    ['skipped@America/New_York', '2026-03-07 21:59:59', '2026-03-07'],
  ])('%s: %s belongs to %s', (name, at, workDate) => {
    const of = shift(name);
    expect(findWorkDate(instantOf(at, of.timezone), of.timezone, () => of)).toBe(workDate);
  });
});

describe('an open session closes itself', () => {
  it.each([
    ['day', '2026-03-10', null, '2026-03-10 22:00'],
    ['day', '2026-03-10', '2026-03-10 09:00', '2026-03-10 22:00'],
    ['day', '2026-03-10', '2026-03-10 18:00', '2026-03-10 22:00'],
    ['day', '2026-03-10', '2026-03-10 20:30', '2026-03-11 00:30'],
    ['night', '2026-03-31', null, '2026-04-01 10:00'],
    ['night', '2026-12-31', '2027-01-01 01:00', '2027-01-01 10:00'],
    ['evening@America/New_York', '2026-03-07', null, '2026-03-08 05:00'],
    ['evening@America/New_York', '2026-10-31', null, '2026-11-01 03:00'],
  ])('%s on %s, in at %s: %s', (name, workDate, clockedInAt, closing) => {
    const of = shift(name);
    const at = clockedInAt === null ? null : instantOf(clockedInAt, of.timezone);
    expect(closesAt(workDate, of, at)).toEqual(instantOf(closing, of.timezone));
  });
});
