import { resolvePermissions } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSessionUser } from './session-user';

const { _id, name, code, timezone, contact, location } = laboratory();
const home = {
  _id,
  name,
  code,
  timezone,
  contact: { phone: contact.phone },
  location: { address: location.address, city: location.city },
};
const user = sessionUser({ role: 'lab_admin', laboratoryId: home });
const read = (changes: object) => readSessionUser({ ...user, ...changes });
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

describe('the signed-in person in an answer of the server', () => {
  it('is taken as it is when it follows the contract', () => {
    expect(readSessionUser(user)).toEqual(user);
  });

  it('keeps the name of a role that is not ours, and has the permissions of the one it stands for', () => {
    expect(read({ role: 'admin', permissions: undefined })).toMatchObject({
      role: 'lab_admin',
      otherRole: 'admin',
      permissions: resolvePermissions('lab_admin'),
    });
    expect(read({ role: 'auditor', permissions: 'all' })).toMatchObject({
      role: 'staff',
      otherRole: 'auditor',
      permissions: resolvePermissions('staff'),
    });
  });

  it('reads a laboratory that is an id', () => {
    expect(read({ laboratoryId: _id })?.laboratoryId).toEqual({
      _id,
      name: '',
      code: '',
      timezone: zone,
      contact: { phone: '' },
      location: { address: '', city: '' },
    });
  });

  it.each([
    [
      { ...home, contact: undefined, location: null },
      { contact: { phone: '' }, location: { address: '', city: '' } },
    ],
    [{ ...home, contact: {}, location: { city: 'Kolkata' } }, { location: { address: '', city: 'Kolkata' } }],
    [{ ...home, timezone: 'Moon/Crater' }, { timezone: zone }],
    [{ ...home, _id: undefined, id: 'abc' }, { _id: 'abc' }],
  ])('reads a laboratory that lacks parts', (laboratoryId, expected) => {
    expect(read({ laboratoryId })?.laboratoryId).toMatchObject(expected);
  });

  it.each([undefined, null, '', 7, {}, []])('has no laboratory where it is %j', (laboratoryId) => {
    expect(read({ laboratoryId })?.laboratoryId).toBeNull();
  });

  it('has no date where it is not one', () => {
    expect(read({ createdAt: 'yesterday', lastLogin: 'never' })).toMatchObject({ createdAt: '', lastLogin: null });
  });

  it('is known by either id, and called by the email address where there is no name', () => {
    expect(read({ _id: undefined, name: null })).toMatchObject({ _id: user.id, id: user.id, name: user.email });
    expect(read({ id: undefined })).toMatchObject({ _id: user._id, id: user._id });
  });

  it.each([undefined, null, '', 'Asha', 7, [], {}, { name: 'Asha' }])('is nobody in %j', (value) => {
    expect(readSessionUser(value)).toBeUndefined();
  });

  it('is read whatever the other fields hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(user)), fc.anything()), (garbage) => {
        const person = readSessionUser({ ...garbage, _id: user._id });
        expect(person).toMatchObject({ _id: user._id, permissions: resolvePermissions(person?.role ?? 'staff') });
      }),
      { examples: [[{ role: 'toString' }]] },
    );
  });
});
