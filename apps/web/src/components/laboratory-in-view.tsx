import Button from '@mui/material/Button';
import Select from '@mui/material/Select';
import type { Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../config/paths';
import { product } from '../config/product';
import { dayOf } from '../lib/format';
import { laboratoryOptions } from '../lib/laboratory-options';
import { usePermission, useUser } from '../lib/use-session';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';

type Place = { _id: string; name: string; timezone: string };

type LaboratoryInView = {
  /** Absent until the laboratories of the network are known, and where there is none. */
  laboratory: Place | undefined;
  /** The network has no laboratory yet. */
  isEmpty: boolean;
  /** Today on its calendar. */
  today: string;
  /** What can be chosen; empty for people of one laboratory. */
  others: readonly Place[];
  /** Why the laboratories of the network are not known. */
  failed: { error: Error; retry: () => void } | undefined;
};

/** The laboratory that a page shows: the chosen one, the viewer's own, or the first of the network. */
export function useLaboratoryInView(chosen: string | undefined, permission: Permission): LaboratoryInView {
  const own = useUser().laboratoryId;
  const seesNetwork = usePermission(permission).scope === 'all';
  const { data, error, refetch } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  const others = data ?? [];
  const laboratory = seesNetwork
    ? (others.find(({ _id }) => _id === (chosen ?? own?._id)) ?? others[0])
    : (own ?? undefined);
  return {
    laboratory,
    isEmpty: seesNetwork && data?.length === 0,
    today: dayOf(new Date(), laboratory?.timezone ?? product.timezone),
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

/** What a page shows of a laboratory; without one, what to do about it. */
export function WithLaboratory({ view: { laboratory, isEmpty, failed }, skeleton, children }: WithLaboratoryProps) {
  if (laboratory) return children;
  if (failed) {
    return <ErrorState title="Laboratories could not be loaded" error={failed.error} onRetry={failed.retry} />;
  }
  return isEmpty ? <NoLaboratoryYet /> : skeleton;
}

/** In the place of a page that needs a laboratory in a network that has none. */
function NoLaboratoryYet() {
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
        ? 'There is no laboratory yet. Create the first one: people, stock and money are kept per laboratory.'
        : 'There is no laboratory yet. A super admin can create one.'}
    </EmptyState>
  );
}

type LaboratorySelectProps = { view: LaboratoryInView; onChange: (laboratoryId: string) => void };

/** Chooses among the laboratories of the network; nothing for people of one laboratory. */
export function LaboratorySelect({ view: { laboratory, others }, onChange }: LaboratorySelectProps) {
  if (others.length < 2) return null;
  return (
    <Select
      native
      size="small"
      value={laboratory?._id ?? ''}
      inputProps={{ 'aria-label': 'Laboratory' }}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: 0, maxWidth: 280, height: 36, fontSize: '0.875rem' }}
    >
      {others.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
