import type { AuditEntity, Permission } from '@shifa/contract';
import type { z } from 'zod';
import type { Actor } from '../domain/actor';
import type { AuditRow } from './audit.document';

/**
 * Who sees a field: with the permission of the entity (`true`), with others as well, or `nobody`. A field with `false` is
 * not even recorded.
 */
export type FieldRule = boolean | 'nobody' | readonly Permission[];

export type FieldRules<Field extends string = string> = Readonly<Record<Field, FieldRule>> &
  Readonly<Record<string, FieldRule>>;

/** The fields of a document that an audit row can contain; those that every document has are left out of it. */
type AuditedField<Row> = Exclude<
  keyof Row & string,
  '_id' | 'version' | 'createdAt' | 'updatedAt' | 'updatedBy' | 'passwordHash' | 'searchWords' | 'sortName'
>;

type ResponseSchema<Item> = z.ZodType<Item> & { shape: Readonly<Record<string, z.ZodType>> };

/**
 * Who sees the fields of a document in the audit log. A field of the response (`of`) is shown with the permission, unless
 * `fields` has a rule for it: one is needed where the response shows the field to fewer people. Every other stored field
 * has a rule, so that a new one without does not compile; so have further fields of the audit row.
 */
export type AuditedFields<Row, Item> = { permission: Permission } & (
  | { of: ResponseSchema<Item>; fields: FieldRules<Exclude<AuditedField<Row>, keyof Item>> }
  | { of?: undefined; fields: FieldRules<AuditedField<Row>> }
);

type Declared = { permission: Permission; fields: FieldRules };

const declared = new Map<string, Declared>();

/** Says who can see the fields of an entity in the audit log. Each entity is declared where it is written. */
export function declareAudited<Item = never>(
  entity: AuditEntity,
  { permission, of, fields }: AuditedFields<unknown, Item>,
): FieldRules {
  const shown = Object.keys(of?.shape ?? {}).map((name) => [name, true] as const);
  const rules: FieldRules = { ...Object.fromEntries(shown), ...fields };
  declared.set(entity, { permission, fields: rules });
  return rules;
}

/** The row as the audit log compares it: without what is not recorded, and with what is recorded in another form. */
export function recordedFields(rules: FieldRules, row: object, others: object = {}): object {
  const recorded = Object.entries(row).filter(([name]) => rules[name] !== false);
  return { ...Object.fromEntries(recorded), ...others };
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
    if (rule === false || rule === 'nobody') return false;
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
