import { describe, expect, it } from 'vitest';
import { recipientsIn } from './recipients';

const asha = {
  _id: '1',
  name: 'Asha Rao',
  employeeCode: 'KOL-001',
  status: 'active',
  laboratoryId: { name: 'Kolkata' },
};
const choice = { value: '1', label: 'Asha Rao (KOL-001)', detail: 'Kolkata' };

describe.each(['laboratories', 'users'] as const)('%s', (name) => {
  it.each([
    ['below data', { success: true, data: [{ _id: '1', name: 'One' }] }],
    ['below their own name', { [name]: [{ _id: '1', name: 'One' }] }],
    ['below data and their own name', { data: { [name]: [{ _id: '1', name: 'One' }] } }],
    ['bare', [{ id: 1, name: 'One' }]],
  ])('are found %s', (_, body) => {
    expect(recipientsIn(body, name)).toEqual([{ value: '1', label: 'One', detail: '' }]);
  });

  it.each([null, undefined, '<html>', {}, { data: 'none' }, { data: [null, 'x', { _id: '1' }, { name: 'No id' }] }])(
    'are none in %j',
    (body) => {
      expect(recipientsIn(body, name)).toEqual([]);
    },
  );
});

it('names people with their code and laboratory, laboratories with their code and city', () => {
  expect(recipientsIn([asha], 'users')).toEqual([choice]);
  const laboratory = { _id: '2', name: 'Salt Lake', code: 'SLT', location: { city: 'Kolkata' } };
  expect(recipientsIn([laboratory], 'laboratories')).toEqual([
    { value: '2', label: 'Salt Lake (SLT)', detail: 'Kolkata' },
  ]);
});

it('offers nobody who would not receive it', () => {
  expect(recipientsIn([{ ...asha, status: 'suspended' }], 'users')).toEqual([
    { ...choice, disabledReason: 'Suspended, gets no notifications' },
  ]);
});
