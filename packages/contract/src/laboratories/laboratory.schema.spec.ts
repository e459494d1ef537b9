import { describe, expect, it } from 'vitest';
import { createLaboratoryBody, laboratory } from './laboratory.factory.js';
import { CreateLaboratoryBody, LaboratoryListQuery, UpdateLaboratoryBody } from './laboratory.schema.js';
import { canBecome, laboratoryStatuses } from './laboratory.status.js';

describe('a new laboratory', () => {
  it('requires a name, a code, a city and a phone, and has defaults for the rest', () => {
    expect(createLaboratoryBody()).toMatchObject({
      type: 'branch',
      timezone: 'Asia/Kolkata',
      weeklyOff: [0],
      policies: { finance: { approvalLimitPaise: 5_000_000 }, attendance: { graceLateMinutes: 15 } },
    });
    const faults = CreateLaboratoryBody.safeParse({
      name: '',
      code: '',
      location: { city: '' },
      contact: { phone: '' },
    }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(faults).toEqual(
      expect.arrayContaining([
        ['name', 'Name is required'],
        ['code', 'Code is required'],
        ['location.city', 'City is required'],
        ['contact.phone', 'Phone is required'],
      ]),
    );
  });

  it('converts its code to upper case', () => {
    expect(createLaboratoryBody({ code: ' kol-2 ' }).code).toBe('KOL-2');
  });

  it('rejects duplicate holiday dates', () => {
    const twice = { date: '2026-01-26', name: 'Republic Day' };
    const body = { ...createLaboratoryBody(), holidays: [twice, twice] };
    expect(CreateLaboratoryBody.safeParse(body).error?.issues[0]?.path).toEqual(['holidays']);
  });
});

describe('a change', () => {
  it('requires a version and adds no defaults for missing fields', () => {
    expect(UpdateLaboratoryBody.parse({ name: 'Salt Lake', version: 3 })).toEqual({ name: 'Salt Lake', version: 3 });
    expect(UpdateLaboratoryBody.safeParse({ name: 'Salt Lake' }).error?.issues[0]?.path).toEqual(['version']);
  });
});

describe('the list', () => {
  it('accepts a filter once or several times', () => {
    expect(LaboratoryListQuery.parse({ status: 'active' }).status).toEqual(['active']);
    expect(LaboratoryListQuery.parse({ status: ['active', 'suspended'] }).status).toEqual(['active', 'suspended']);
    expect(LaboratoryListQuery.safeParse({ sort: 'password' }).success).toBe(false);
  });
});

describe('a response', () => {
  it('is stripped of fields that the contract does not declare', () => {
    expect(laboratory({ secret: 'x' } as object)).not.toHaveProperty('secret');
  });
});

describe('the status', () => {
  it('changes between active and suspended, and ends as archived', () => {
    const moves = laboratoryStatuses.flatMap((from) =>
      laboratoryStatuses.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual(['active → suspended', 'active → archived', 'suspended → active', 'suspended → archived']);
  });
});
