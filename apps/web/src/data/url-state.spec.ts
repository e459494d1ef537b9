import { LaboratoryListQuery, laboratorySorts, laboratoryStatuses, laboratoryTypes } from '@shifa/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUrlState, writeUrlState } from './url-state';

const written = (state: Partial<LaboratoryListQuery>) =>
  writeUrlState(LaboratoryListQuery, LaboratoryListQuery.parse(state)).toString();

describe('a list in the address bar', () => {
  it('has no query string at its defaults', () => {
    expect(written({})).toBe('');
    expect(readUrlState(LaboratoryListQuery, new URLSearchParams())).toEqual(LaboratoryListQuery.parse({}));
  });

  it('says what differs', () => {
    expect(written({ page: 3, sort: '-createdAt', status: ['active', 'suspended'] })).toBe(
      'page=3&sort=-createdAt&status=active&status=suspended',
    );
  });

  it('falls back where a value is nonsense and keeps the rest', () => {
    const state = readUrlState(LaboratoryListQuery, new URLSearchParams('page=-1&sort=hack&search=kol&status=active'));
    expect(state).toMatchObject({ page: 1, sort: 'name', search: 'kol', status: ['active'] });
  });

  it.each([
    ['search=kol&search=dxb', { search: 'kol' }],
    ['status=active&status=hack', { status: ['active'] }],
    ['status=active&status=suspended&status=hack', { status: ['active', 'suspended'] }],
  ])('keeps what it can of several values: %s', (query, expected) => {
    expect(readUrlState(LaboratoryListQuery, new URLSearchParams(query))).toMatchObject(expected);
  });

  it('leaves parameters of others alone', () => {
    const params = new URLSearchParams('tab=people&page=2');
    expect(writeUrlState(LaboratoryListQuery, LaboratoryListQuery.parse({}), params).toString()).toBe('tab=people');
  });

  it('reads back whatever it wrote', () => {
    const states = fc.record(
      {
        page: fc.integer({ min: 1, max: 100_000 }),
        limit: fc.integer({ min: 1, max: 100 }),
        search: fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.trim()),
        sort: fc.constantFrom(...laboratorySorts, ...laboratorySorts.map((field) => `-${field}` as const)),
        status: fc.uniqueArray(fc.constantFrom(...laboratoryStatuses), { minLength: 1 }),
        type: fc.uniqueArray(fc.constantFrom(...laboratoryTypes), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(states, (given) => {
        const state = LaboratoryListQuery.parse(given.search === '' ? { ...given, search: undefined } : given);
        const params = new URLSearchParams(writeUrlState(LaboratoryListQuery, state).toString());
        expect(readUrlState(LaboratoryListQuery, params)).toEqual(state);
      }),
    );
  });
});
