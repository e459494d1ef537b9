import { laboratory } from '@shifa/contract/testing';
import { describe, expect, it } from 'vitest';
import { changedFields, differencesOf } from '../../../screens/form/differences';
import { laboratoryExtensions } from '../../../testing/laboratory-extensions';
import { editableFields, type LaboratoryValues } from '../laboratory.fields';
import { blankLaboratory, inputOf, valuesOf } from './laboratory-form';

const base = valuesOf(laboratory({ name: 'Salt Lake', code: 'SLK' }));

const changesOf = (before: LaboratoryValues, after: LaboratoryValues) => changedFields(inputOf(before), inputOf(after));

describe('what a form sends', () => {
  it('is only what changed, each field whole', () => {
    const values = { ...base, contact: { ...base.contact, phone: '+91 33 9999 0000' } };
    expect(changesOf(base, values)).toEqual({ contact: { phone: '+91 33 9999 0000', email: null } });
  });

  it('is nothing when nothing changed, whatever the order of keys', () => {
    const { end, start } = base.workingHours;
    expect(changesOf(base, { ...base, workingHours: { end, start } })).toEqual({});
  });

  it('starts from the defaults of the contract', () => {
    expect(blankLaboratory()).toMatchObject({
      name: '',
      type: 'branch',
      timezone: 'Asia/Kolkata',
      weeklyOff: [0],
      policies: { finance: { approvalLimitPaise: 5_000_000 } },
    });
  });
});

describe('two versions', () => {
  it('agree where both say the same', () => {
    const both = { ...base, name: 'Bidhannagar' };
    expect(differencesOf(editableFields(laboratoryExtensions), base, both, both)).toEqual([]);
  });

  it('keep what you typed and take what only they changed', () => {
    const theirs = {
      ...base,
      name: 'Salt Lake Sector V',
      location: { ...base.location, city: 'Bidhannagar' },
    };
    const yours = { ...base, name: 'Salt Lake 2', weeklyOff: [0, 5] };
    expect(
      differencesOf(editableFields(laboratoryExtensions), base, theirs, yours).map(({ label, text, keep }) => [
        label,
        text,
        keep,
      ]),
    ).toEqual([
      ['Name', { theirs: 'Salt Lake Sector V', yours: 'Salt Lake 2' }, 'yours'],
      ['City', { theirs: 'Bidhannagar', yours: 'Kolkata' }, 'theirs'],
      ['Weekly days off', { theirs: 'Sunday', yours: 'Sunday, Friday' }, 'yours'],
    ]);
  });

  it('are told apart in text, money and absence included', () => {
    const finance = { ...base.policies.finance, approvalLimitPaise: 7_500_000 };
    const theirs = {
      ...base,
      licence: { body: 'Health Department', number: 'WB-7', validUntil: '2027-03-31' },
      policies: { ...base.policies, finance },
    };
    expect(
      differencesOf(editableFields(laboratoryExtensions), base, theirs, base).map(({ label, text }) => [
        label,
        text.theirs,
        text.yours,
      ]),
    ).toEqual([
      ['Licence', 'Health Department, WB-7, valid until Mar 31, 2027', 'Nothing'],
      ['Approval limit', '₹75,000.00', '₹50,000.00'],
    ]);
  });
});
