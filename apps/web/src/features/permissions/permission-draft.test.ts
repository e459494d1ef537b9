import { type PermissionOverrides, permissions } from '@shifa/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, choices, choiceOf, choose, type Draft, resolvedWith, withChoice } from './permission-draft';

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
        'reports.view': { choice: 'inherit', replaces: 'allow' },
        'staff.view': { choice: 'allow', replaces: 'inherit' },
      },
    });
    expect(changesOf(draft, {})).toEqual({});
  });

  it('show the resulting permission', () => {
    expect(resolvedWith('manager', saved.overrides, 'inventory.edit', 'inherit')).toEqual({
      allowed: true,
      scope: 'laboratory',
      source: 'role',
    });
  });

  it('result in exactly the chosen permissions when applied as changes', () => {
    const choiceArbitrary = fc.tuple(fc.constantFrom(...permissions), fc.constantFrom(...choices));
    fc.assert(
      fc.property(fc.array(choiceArbitrary, { maxLength: 20 }), (picks) => {
        let draft: Draft | null = null;
        let expected: PermissionOverrides = saved.overrides;
        for (const [permission, choice] of picks) {
          draft = choose(draft, saved, permission, choice);
          expected = withChoice(expected, permission, choice);
        }
        const changes = changesOf(draft, saved.overrides);
        let result: PermissionOverrides = saved.overrides;
        for (const permission of permissions) {
          const change = changes[permission];
          if (change === null) result = withChoice(result, permission, 'inherit');
          else if (change !== undefined) result = withChoice(result, permission, change ? 'allow' : 'deny');
        }
        for (const permission of permissions) {
          expect(choiceOf(result, permission)).toBe(choiceOf(expected, permission));
        }
      }),
    );
  });
});
