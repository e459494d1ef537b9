import { anyOf, IdSchema, PageQuery, permissionStructure, type Resource } from '@shifa/contract';
import { z } from 'zod';

const resources = Object.keys(permissionStructure) as [Resource, ...Resource[]];

/** What the address bar holds of the table of people and permissions. */
export const PermissionsState = PageQuery.extend({
  view: z.enum(['people', 'roles']).default('people'),
  laboratory: IdSchema.optional(),
  /** The resources whose columns are shown; all without any. */
  section: anyOf(z.enum(resources)).optional(),
});
export type PermissionsState = z.output<typeof PermissionsState>;
