import type { Permission } from '@shifa/contract';
import type { Actor } from '../domain/actor';
import type { AuditRow } from './audit.document';

/** Which permission shows a field: that of the entity (`true`), all of others, or none (`false`). */
export type FieldRule = boolean | readonly Permission[];

/** The fields of a document that an audit row can contain; those that every document has are left out of it. */
type AuditedField<Row> = Exclude<
  keyof Row & string,
  '_id' | 'version' | 'createdAt' | 'updatedAt' | 'updatedBy' | 'passwordHash' | 'searchWords' | 'sortName'
>;

/** Every field of a row, so that one without a rule does not compile, and the further fields of its audit row. */
export type AuditedFields<Row> = {
  permission: Permission;
  fields: Readonly<Record<AuditedField<Row>, FieldRule>> & Readonly<Record<string, FieldRule>>;
};

const declared = new Map<string, AuditedFields<unknown>>();

/** Says who can see the fields of an entity in the audit log. Each entity is declared where it is written. */
export function declareAudited(entity: string, fields: AuditedFields<unknown>): void {
  declared.set(entity, fields);
}

/** For tests: whether a field of an entity has a rule. */
export function isDeclared(entity: string, field: string): boolean {
  return findRule(entity, field) !== undefined;
}

type Audited = Pick<AuditRow, 'entity' | 'laboratoryId' | 'changes'>;

/**
 * The changes whose fields the viewer can see of a document in its laboratory. Fields and entities that are not declared
 * are seen by no one.
 * @param opened a permission by which the viewer was already shown the document.
 */
export function shownChanges(viewer: Actor, row: Audited, opened?: Permission): AuditRow['changes'] {
  const entityPermission = declared.get(row.entity)?.permission;
  if (entityPermission === undefined) return [];
  return row.changes.filter(({ field }) => {
    const rule = findRule(row.entity, field) ?? false;
    if (rule === false) return false;
    const permissions = rule === true ? [entityPermission] : [entityPermission, ...rule];
    return permissions.every((one) => one === opened || reaches(viewer, one, row.laboratoryId));
  });
}

function findRule(entity: string, field: string): FieldRule | undefined {
  const [name = ''] = field.split('.', 1);
  const fields = declared.get(entity)?.fields;
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether the viewer holds the permission for the laboratory, or for the network; their own documents are not enough. */
function reaches(viewer: Actor, permission: Permission, laboratoryId: Audited['laboratoryId']): boolean {
  const { allowed, scope } = viewer.permissions[permission];
  if (!allowed || scope === null || scope === 'own') return false;
  return scope === 'all' || (laboratoryId !== null && laboratoryId.toHexString() === viewer.laboratoryId);
}
