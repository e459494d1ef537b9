import { type AuditEntity, type Permission, permissions, type Scope } from '@shifa/contract';
import { z } from 'zod';
import { Actor } from '../domain/actor';
import { newId } from '../domain/object-id';
import { declareAudited, isDeclared, recordedFields, shownChanges } from './audited-fields';

const laboratoryId = newId();

function viewer(granted: Partial<Record<Permission, Scope>>): Actor {
  const resolved = permissions.map((permission) => {
    const scope = granted[permission] ?? null;
    return [permission, { allowed: scope !== null, scope, source: 'role' }] as const;
  });
  return new Actor({
    userId: newId().toHexString(),
    name: 'Asha Rao',
    role: 'manager',
    laboratoryId: laboratoryId.toHexString(),
    sessionId: '',
    mustChangePassword: false,
    permissions: Object.fromEntries(resolved) as Actor['permissions'],
  });
}

const rules = declareAudited('sample' as AuditEntity, {
  permission: 'leave.view',
  of: z.object({ days: z.number(), note: z.string() }),
  fields: { note: ['staff.view'], owner: 'nobody', key: false },
});
const changes = ['days', 'note.text', 'owner', 'key', 'other', 'constructor'].map((field) => ({ field, after: 1 }));
const shown = (granted: Partial<Record<Permission, Scope>>, opened?: Permission, where = laboratoryId) =>
  shownChanges(viewer(granted), { entity: 'sample', laboratoryId: where, changes }, opened).map(({ field }) => field);

describe('the fields of an audit row', () => {
  it('are shown by the permission of the entity, some of them only together with another one', () => {
    expect(shown({})).toEqual([]);
    expect(shown({ 'leave.view': 'laboratory' })).toEqual(['days']);
    expect(shown({ 'staff.view': 'all' })).toEqual([]);
    expect(shown({ 'leave.view': 'laboratory', 'staff.view': 'all' })).toEqual(['days', 'note.text']);
  });

  it('are not shown by a permission for another laboratory or for one’s own documents, unless it opened this one', () => {
    expect(shown({ 'leave.view': 'laboratory' }, undefined, newId())).toEqual([]);
    expect(shown({ 'leave.view': 'own' })).toEqual([]);
    expect(shown({ 'leave.view': 'own' }, 'leave.view')).toEqual(['days']);
  });

  it('are shown to nobody without a rule', () => {
    const everything = viewer(Object.fromEntries(permissions.map((permission) => [permission, 'all'])));
    expect(shownChanges(everything, { entity: 'unknown', laboratoryId, changes })).toEqual([]);
    expect(isDeclared('sample', 'constructor')).toBe(false);
    expect(isDeclared('sample', 'note.text')).toBe(true);
  });

  it('are recorded as they are stored, or in another form, or not at all', () => {
    const row = { days: 2, note: 'Fever', owner: 'Asha Rao', key: 'x', other: 1 };
    expect(recordedFields(rules, row)).toEqual({ days: 2, note: 'Fever', owner: 'Asha Rao', other: 1 });
    expect(recordedFields(rules, row, { note: 5 })).toEqual({ days: 2, note: 5, owner: 'Asha Rao', other: 1 });
  });
});
