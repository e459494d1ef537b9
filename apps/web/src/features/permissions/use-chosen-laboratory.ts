import { useQuery } from '@tanstack/react-query';
import { usePermission, useUser } from '../../lib/use-session';
import { permissionQueries } from './permission.queries';

/** The laboratory whose people are shown, and those there are to choose from. */
export type ChosenLaboratory = {
  id: string | undefined;
  /** Empty for who sees one laboratory only. */
  options: { _id: string; name: string }[];
  pending: boolean;
};

/** Who sees the whole network chooses, and begins with the first by name; everybody else has their own. */
export function useChosenLaboratory(named: string | undefined): ChosenLaboratory {
  const { laboratoryId } = useUser();
  const reachesAll = usePermission('permissions.view').scope === 'all';
  const { data: options = [], isPending } = useQuery({ ...permissionQueries.options, enabled: reachesAll });
  if (!reachesAll) return { id: laboratoryId?._id, options: [], pending: false };
  return { id: named ?? options[0]?._id, options, pending: isPending && named === undefined };
}
