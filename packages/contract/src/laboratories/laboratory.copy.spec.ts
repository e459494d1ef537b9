import { describe, expect, it } from 'vitest';
import { copyOf } from './copied-fields.js';
import { CopyLaboratoryBody } from './laboratory.copy.js';
import { laboratory } from './laboratory.factory.js';

const from = { _id: laboratory()._id, version: 1 };
const faultsOf = (body: object) =>
  CopyLaboratoryBody.safeParse({ from, version: 1, ...body }).error?.issues.map(({ path }) => path.join('.'));

describe('a copy of one laboratory to another', () => {
  it('names fields that exist, and the year of the holidays', () => {
    expect(faultsOf({ fields: [] })).toEqual(['fields']);
    expect(faultsOf({ fields: ['name'] })).toEqual(['fields.0']);
    expect(faultsOf({ fields: ['holidays'] })).toEqual(['year']);
    expect(faultsOf({ fields: ['holidays', 'policies.attendance.casualLeaveDays'], year: 2027 })).toBeUndefined();
  });

  it('takes over what was chosen and nothing else', () => {
    const source = laboratory({ weeklyOff: [5], workingHours: { start: '09:00', end: '17:00' } });
    source.policies.attendance = { ...source.policies.attendance, graceLateMinutes: 5, casualLeaveDays: 20 };
    const target = laboratory();
    expect(copyOf(source, target, { fields: ['weeklyOff', 'policies.attendance.graceLateMinutes'] })).toEqual({
      weeklyOff: [5],
      workingHours: target.workingHours,
      holidays: target.holidays,
      policies: { ...target.policies, attendance: { ...target.policies.attendance, graceLateMinutes: 5 } },
    });
  });

  it('adds the holidays of the year on days that are no holiday yet, by date', () => {
    const source = laboratory({
      holidays: [
        { date: '2026-12-25', name: 'Christmas' },
        { date: '2027-01-26', name: 'Republic Day' },
        { date: '2027-08-15', name: 'Independence Day' },
      ],
    });
    const target = laboratory({
      holidays: [
        { date: '2027-01-26', name: 'Our Republic Day' },
        { date: '2027-10-10', name: 'Puja' },
      ],
    });
    const { holidays } = copyOf(source, target, { fields: ['holidays'], year: 2027 });
    expect(holidays.map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2027-01-26 Our Republic Day',
      '2027-08-15 Independence Day',
      '2027-10-10 Puja',
    ]);
  });
});
