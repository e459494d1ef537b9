import { anyOf, IdSchema, PageQuery, permissionStructure, type Resource } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { laboratoryOptions } from '../../data/laboratory-options';
import { usePermission, useUser } from '../../data/use-session';

const resources = Object.keys(permissionStructure) as [Resource, ...Resource[]];

/** What the address bar holds of the table of people and permissions. */
export const PermissionsState = PageQuery.extend({
  view: z.enum(['people', 'roles']).default('people'),
  laboratory: IdSchema.optional(),
  /** The resources whose columns are shown; all if there are none. */
  section: anyOf(z.enum(resources)).optional(),
});
export type PermissionsState = z.output<typeof PermissionsState>;

/** The laboratory whose people are shown, and those to choose from. */
export type ChosenLaboratory = {
  id: string | undefined;
  /** Empty for viewers who see one laboratory only. */
  options: { _id: string; name: string }[];
  pending: boolean;
};

/** Viewers who see the whole network choose, starting with the first by name; all others have their own laboratory. */
export function useChosenLaboratory(chosen: string | undefined): ChosenLaboratory {
  const { laboratoryId } = useUser();
  const seesNetwork = usePermission('permissions.view').scope === 'all';
  const { data: options = [], isPending } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  if (!seesNetwork) return { id: laboratoryId?._id, options: [], pending: false };
  return { id: chosen ?? options[0]?._id, options, pending: isPending && chosen === undefined };
}
