import { type MappedRole, roleIn, valueOf } from './role-claim';

const byValue = new Map<string, MappedRole>([
  ['lab-staff', 'staff'],
  ['lab-managers', 'manager'],
  ['lab-admins', 'lab_admin'],
]);

it.each([
  ['a text', 'lab-managers', 'manager'],
  ['a list, of which the highest counts', ['lab-staff', 'other', 'lab-admins', 'lab-managers'], 'lab_admin'],
  ['10,000 values', [...Array.from({ length: 10_000 }, (_, number) => `group-${number}`), 'lab-staff'], 'staff'],
  ['no value with a role', ['others'], undefined],
  ['a role of here instead of a value', ['lab_admin', 'super_admin'], undefined],
  ['another spelling', ['Lab-Admins', ' lab-admins'], undefined],
  ['values that are no texts', [1, null, { name: 'lab-admins' }, ['lab-admins']], undefined],
  ['a list in a text', 'lab-admins,lab-staff', undefined],
  ['nothing', undefined, undefined],
  ['an empty list', [], undefined],
  ['an object', { 'lab-admins': true }, undefined],
])('of %s', (_, claim, role) => expect(roleIn(claim, { byValue })).toBe(role));

it('is found by its name, or within other claims, and never in what all objects have', () => {
  const claims = { groups: ['a'], realm_access: { roles: ['b'] }, 'https://lab.example/roles': ['c'], list: [['d']] };
  expect(valueOf(claims, 'groups')).toEqual(['a']);
  expect(valueOf(claims, 'realm_access.roles')).toEqual(['b']);
  expect(valueOf(claims, 'https://lab.example/roles')).toEqual(['c']);
  for (const name of [
    'constructor',
    '__proto__',
    'realm_access.constructor.name',
    'list.0',
    'groups.length',
    'no.such',
  ]) {
    expect(valueOf(claims, name)).toBeUndefined();
  }
});
