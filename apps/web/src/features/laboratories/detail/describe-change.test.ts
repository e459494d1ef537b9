import { describe, expect, it } from 'vitest';
import { describeChanges as describeAll } from '../../../screens/form/describe-changes';
import { laboratoryExtensions } from '../../../testing/laboratory-extensions';
import { describeAction } from './laboratory-history';
import { laboratoryFields } from '../laboratory.fields';

const describeChanges = (changes: Parameters<typeof describeAll>[1]) =>
  describeAll(laboratoryFields(laboratoryExtensions), changes);

const spaces = (text: string | undefined) => text?.replace(/\s/g, ' ');

describe('a change in words', () => {
  it('names the field and prints its values as the screens do', () => {
    expect(
      describeChanges([
        { field: 'type', before: 'branch', after: 'collection_centre' },
        { field: 'status', before: 'active', after: 'suspended' },
        { field: 'policies.finance.approvalLimitPaise', before: 5_000_000, after: 7_500_050 },
        { field: 'contact.email', after: 'kol@shifa.example' },
      ]),
    ).toEqual([
      { kind: 'value', label: 'Type', before: 'Branch', after: 'Collection centre' },
      { kind: 'value', label: 'Status', before: 'Active', after: 'Suspended' },
      { kind: 'value', label: 'Approval limit', before: '₹50,000.00', after: '₹75,000.50' },
      { kind: 'value', label: 'Email', before: undefined, after: 'kol@shifa.example' },
    ]);
  });

  it('opens a field that arrives whole into the parts that differ', () => {
    const before = { city: 'Kolkata', state: 'West Bengal' };
    expect(describeChanges([{ field: 'location', before, after: { ...before, city: 'Howrah' } }])).toEqual([
      { kind: 'value', label: 'City', before: 'Kolkata', after: 'Howrah' },
    ]);
  });

  it('shows the entries of a list that came and went, as the list shows them', () => {
    expect(describeChanges([{ field: 'weeklyOff', before: [0], after: [6], entries: true }])).toEqual([
      { kind: 'members', label: 'Weekly days off', added: ['Saturday'], removed: ['Sunday'], changed: [] },
    ]);
  });

  it('says which holidays came and went', () => {
    const holi = { date: '2026-03-04', name: 'Holi' };
    const diwali = { date: '2026-11-08', name: 'Diwali' };
    expect(describeChanges([{ field: 'holidays', before: [holi], after: [diwali] }])).toEqual([
      {
        kind: 'members',
        label: 'Holidays',
        added: ['Diwali: Nov 8, 2026'],
        removed: ['Holi: Mar 4, 2026'],
        changed: [],
      },
    ]);
    const moved = { ...diwali, date: '2026-11-09' };
    expect(describeChanges([{ field: 'holidays', before: [diwali], after: [moved], entries: true }])).toMatchObject([
      { added: [], removed: [], changed: [{ name: 'Diwali', before: 'Nov 8, 2026', after: 'Nov 9, 2026' }] },
    ]);
  });

  it('reads the parts of a field too, and days in the long form', () => {
    const [hours, validity] = describeChanges([
      { field: 'workingHours', before: { start: '08:00', end: '20:00' }, after: { start: '22:00', end: '06:00' } },
      { field: 'licence.validUntil', before: '2026-12-31', after: '2027-12-31' },
    ]);
    expect(hours).toMatchObject({ label: 'Working hours' });
    expect(hours?.kind === 'value' && spaces(hours.after)).toBe('10:00 PM – 6:00 AM (next day)');
    expect(validity).toMatchObject({
      label: 'Licence, valid until',
      before: 'Dec 31, 2026',
      after: 'Dec 31, 2027',
    });
  });

  it.each([
    ['laboratory.created', [], 'created the laboratory'],
    ['laboratory.archived', [{ field: 'status', before: 'active', after: 'archived' }], 'archived the laboratory'],
    ['laboratory.updated', [{ field: 'status', before: 'active', after: 'suspended' }], 'suspended the laboratory'],
    ['laboratory.updated', [{ field: 'status', before: 'suspended', after: 'active' }], 'resumed the laboratory'],
    ['laboratory.updated', [{ field: 'name', before: 'A', after: 'B' }], 'changed the laboratory'],
  ])('%s is told as an action', (action, changes, words) => {
    expect(describeAction({ action, changes })).toBe(words);
  });

  it('leaves out what is the machine’s', () => {
    expect(describeChanges([{ field: 'updatedBy', before: '5f0', after: '5f1' }])).toEqual([]);
  });
});
