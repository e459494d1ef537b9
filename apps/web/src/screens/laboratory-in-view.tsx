import Button from '@mui/material/Button';
import Select from '@mui/material/Select';
import type { Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../config/paths';
import { product } from '../config/product';
import { laboratoryOptions, withUnlisted } from '../data/laboratory-options';
import { usePermission, useUser } from '../data/use-session';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorState } from '../ui/feedback/error-state';
import { useToday } from '../lib/use-now';

type Place = { _id: string; name: string; timezone: string };

export type LaboratoryInView = {
  /** Absent until the laboratories of the network are known, where there is none, and where all are shown. */
  laboratory: Place | undefined;
  /** All laboratories of the network are shown. */
  all: boolean;
  /** The page can show all of them. */
  canShowAll: boolean;
  /** The id of the chosen laboratory, if it is archived, unknown, or not one of the viewer's. */
  unlisted: string | undefined;
  /** The network has no laboratory yet. */
  isEmpty: boolean;
  /** Today on its calendar. */
  today: string;
  /** What can be chosen; empty for people of one laboratory. */
  others: readonly Place[];
  /** Why the laboratories of the network are not known. */
  failed: { error: Error; retry: () => void } | undefined;
};

/**
 * The laboratory that a page shows: the chosen one, the viewer's own, or the first of the network.
 * @param canShowAll without a choice, people without a home laboratory see all of the network.
 */
export function useLaboratoryInView(
  chosen: string | undefined,
  permission: Permission,
  { canShowAll: pageCan = false }: { canShowAll?: boolean } = {},
): LaboratoryInView {
  const own = useUser().laboratoryId;
  const seesNetwork = usePermission(permission).scope === 'all';
  const { data, error, refetch } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  const others = data ?? [];
  const canShowAll = pageCan && seesNetwork && !own && others.length > 1;
  const found = others.find(({ _id }) => _id === (chosen ?? own?._id));
  const isKnown = !seesNetwork || data !== undefined;
  const unlisted = isKnown && !found && chosen !== own?._id ? chosen : undefined;
  const all = canShowAll && !found && unlisted === undefined;
  const usual = seesNetwork ? (found ?? others[0]) : own;
  const laboratory = all || unlisted !== undefined ? undefined : (usual ?? undefined);
  return {
    laboratory,
    all,
    canShowAll,
    unlisted,
    isEmpty: seesNetwork && data?.length === 0,
    today: useToday(laboratory?.timezone ?? product.timezone),
    others,
    failed: error ? { error, retry: () => void refetch() } : undefined,
  };
}

type WithLaboratoryProps = {
  view: LaboratoryInView;
  /** Shown until the laboratories of the network are known. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** What a page shows of a laboratory or of all; without one, what to do about it. */
export function WithLaboratory({ view, skeleton, children }: WithLaboratoryProps) {
  const { laboratory, all, unlisted, isEmpty, failed } = view;
  if (laboratory || all) return children;
  if (failed) {
    return <ErrorState title="Couldn't load laboratories" error={failed.error} onRetry={failed.retry} />;
  }
  if (isEmpty) return <NoLaboratoryYet />;
  return unlisted === undefined ? skeleton : <UnlistedLaboratory />;
}

function UnlistedLaboratory() {
  return (
    <EmptyState
      action={
        <Button variant="contained" component={Link} to={{ search: '' }}>
          View another laboratory
        </Button>
      }
    >
      This laboratory is archived, or you can't view it.
    </EmptyState>
  );
}

/** In the place of what needs a laboratory in a network that has none. */
export function NoLaboratoryYet() {
  const mayCreate = usePermission('laboratories.create').allowed;
  return (
    <EmptyState
      action={
        mayCreate && (
          <Button variant="contained" component={Link} to={paths.laboratories}>
            Create a laboratory
          </Button>
        )
      }
    >
      {mayCreate
        ? 'No laboratories yet. Create the first one to record people, stock and money.'
        : 'No laboratories yet. A super admin can create one.'}
    </EmptyState>
  );
}

type LaboratorySelectProps = { view: LaboratoryInView; onChange: (laboratoryId: string | undefined) => void };

/** Chooses among the laboratories of the network; nothing for people of one laboratory. */
export function LaboratorySelect({
  view: { laboratory, unlisted, others, canShowAll },
  onChange,
}: LaboratorySelectProps) {
  if (others.length < 2) return null;
  return (
    <Select
      native
      size="small"
      value={laboratory?._id ?? unlisted ?? ''}
      inputProps={{ 'aria-label': 'Laboratory' }}
      onChange={(event) => onChange(event.target.value || undefined)}
      sx={{ minWidth: 0, maxWidth: 280, height: 36, fontSize: '0.875rem' }}
    >
      {canShowAll && <option value="">All laboratories</option>}
      {withUnlisted(others, unlisted).map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
