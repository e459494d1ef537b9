import { employmentTypes, roles, staffSorts, staffStatuses } from '@shifa/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUrlState, writeUrlState } from '../../data/url-state';
import { StaffListState } from './staff.resource';

const read = (query: string) => readUrlState(StaffListState, new URLSearchParams(query));
const written = (state: StaffListState) => writeUrlState(StaffListState, state).toString();

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const id = fc.stringMatching(/^[0-9a-f]{24}$/);
const text = (maxLength: number) => fc.string({ maxLength, unit: 'binary' }).map((typed) => typed.trim());
const some = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { minLength: 1, maxLength: 6 });

const states: fc.Arbitrary<StaffListState> = fc
  .record(
    {
      page: fc.integer({ min: 1, max: 100_000 }),
      limit: fc.integer({ min: 1, max: 100 }),
      search: text(100).filter(Boolean),
      sort: fc.constantFrom(...staffSorts, ...staffSorts.map((field) => `-${field}` as const)),
      status: some(fc.constantFrom(...staffStatuses)),
      role: some(fc.constantFrom(...roles)),
      laboratoryId: some(id),
      employmentType: some(fc.constantFrom(...employmentTypes)),
      department: some(text(80).filter(Boolean)),
      joinedFrom: day,
      joinedTo: day,
      leftFrom: day,
      leftTo: day,
      mustChangePassword: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  )
  .map((given) => ({ ...StaffListState.parse({}), ...given }));

describe('a list of people in the address bar', () => {
  it('survives a reload with any filters, order and page: 10,000 of them', () => {
    let tried = 0;
    fc.assert(
      fc.property(states, (state) => {
        tried += 1;
        expect(read(written(state))).toEqual(state);
      }),
      { numRuns: 10_000 },
    );
    expect(tried).toBe(10_000);
  });

  it('has one spelling: writing it again gives the same address', () => {
    fc.assert(
      fc.property(states, (state) => {
        const query = written(state);
        expect(written(read(query))).toBe(query);
      }),
    );
  });

  it('falls back to its defaults for an invalid address, and never throws', () => {
    const names = fc.constantFrom(...Object.keys(StaffListState.shape), 'tab', 'constructor', '__proto__');
    const garbage = fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 200 })), { maxLength: 20 });
    fc.assert(
      fc.property(garbage, (pairs) => {
        const state = readUrlState(StaffListState, new URLSearchParams(pairs));
        expect(StaffListState.safeParse(state).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(read('page=0&limit=9999&sort=salary&status=fired&role=owner&joinedFrom=2026-02-30&x=1')).toEqual(
      StaffListState.parse({}),
    );
  });

  it('shows active people unless it says otherwise', () => {
    expect(read('').status).toEqual(['active']);
    expect(written({ ...read(''), status: [...staffStatuses] })).toBe('status=active&status=suspended&status=exited');
  });
});
