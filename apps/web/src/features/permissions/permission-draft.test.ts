import { type Permission, type PermissionChanges, type PermissionOverrides, permissions } from '@shifa/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  choices,
  choiceOf,
  choose,
  type Draft,
  overrideOf,
  resolvedWith,
  untilOf,
} from './permission-draft';

type Change = PermissionChanges[Permission];

/** As the API applies a change. */
function changed(overrides: PermissionOverrides, permission: Permission, change: Change): PermissionOverrides {
  const { [permission]: _replaced, ...others } = overrides;
  if (change === null || change === undefined) return others;
  const timed = typeof change === 'object' ? { ...change, timezone: 'Asia/Kolkata' } : change;
  return { ...others, [permission]: timed };
}

const saved = { version: 3, overrides: { 'reports.view': true, 'inventory.edit': false } };

describe('unsaved choices', () => {
  it('are only those that differ from the stored ones', () => {
    const draft = choose(null, saved, 'inventory.view', 'deny');
    expect(changesOf(draft, saved.overrides)).toEqual({ 'inventory.view': false });
    expect(draft?.version).toBe(3);
    expect(choose(draft, saved, 'inventory.view', 'inherit')).toBeNull();
  });

  it('return to the role default with null', () => {
    const draft = choose(null, saved, 'reports.view', 'inherit');
    expect(changesOf(draft, saved.overrides)).toEqual({ 'reports.view': null });
  });

  it('remember what they replace, even if someone else saves in the meantime', () => {
    const draft = choose(null, saved, 'reports.view', 'inherit');
    const later = { version: 4, overrides: { 'reports.view': false } };
    expect(choose(draft, later, 'staff.view', 'allow')).toEqual({
      version: 3,
      chosen: {
        'reports.view': { choice: 'inherit', replaces: { choice: 'allow' } },
        'staff.view': { choice: 'allow', replaces: { choice: 'inherit' } },
      },
    });
    expect(changesOf(draft, {})).toEqual({});
  });

  it('show the resulting permission', () => {
    expect(resolvedWith('manager', 'inventory.edit', 'inherit')).toEqual({
      allowed: true,
      scope: 'laboratory',
      source: 'role',
    });
  });

  it('include an end, and its change', () => {
    const timed = {
      version: 3,
      overrides: { 'reports.view': { allowed: true, until: '2999-12-08', timezone: 'Asia/Kolkata' } },
    };
    expect(changesOf(choose(null, saved, 'reports.view', 'allow', '2999-12-08'), saved.overrides)).toEqual({
      'reports.view': { allowed: true, until: '2999-12-08' },
    });
    expect(choose(null, timed, 'reports.view', 'allow', '2999-12-08')).toBeNull();
    const longer = choose(null, timed, 'reports.view', 'allow', '2999-12-09');
    expect(changesOf(longer, timed.overrides)).toEqual({ 'reports.view': { allowed: true, until: '2999-12-09' } });
    expect(changesOf(choose(null, timed, 'reports.view', 'allow'), timed.overrides)).toEqual({ 'reports.view': true });
    const ended = { 'reports.view': { ...timed.overrides['reports.view'], until: '2020-01-01' } };
    expect([choiceOf(ended, 'reports.view'), untilOf(ended, 'reports.view')]).toEqual(['inherit', undefined]);
  });

  it('result in exactly the chosen permissions when applied as changes', () => {
    const ends = fc.constantFrom(undefined, '2999-12-08', '2999-12-09');
    const choiceArbitrary = fc.tuple(fc.constantFrom(...permissions), fc.constantFrom(...choices), ends);
    fc.assert(
      fc.property(fc.array(choiceArbitrary, { maxLength: 20 }), (picks) => {
        let draft: Draft | null = null;
        let expected: PermissionOverrides = saved.overrides;
        for (const [permission, choice, end] of picks) {
          const until = choice === 'inherit' ? undefined : end;
          draft = choose(draft, saved, permission, choice, until);
          expected = changed(expected, permission, overrideOf(choice, until));
        }
        const changes = changesOf(draft, saved.overrides);
        let result: PermissionOverrides = saved.overrides;
        for (const permission of permissions) {
          if (permission in changes) result = changed(result, permission, changes[permission]);
        }
        for (const permission of permissions) {
          expect(choiceOf(result, permission)).toBe(choiceOf(expected, permission));
          expect(untilOf(result, permission)).toBe(untilOf(expected, permission));
        }
      }),
    );
  });
});
