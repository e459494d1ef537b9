import Select from '@mui/material/Select';
import type { Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { product } from '../config/product';
import { dayOf } from '../lib/format';
import { laboratoryOptions } from '../lib/laboratory-options';
import { usePermission, useUser } from '../lib/use-session';

type Place = { _id: string; name: string; timezone: string };

type LaboratoryInView = {
  /** Absent until the laboratories of the network are known. */
  laboratory: Place | undefined;
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
  const { data: others = [], error, refetch } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  const laboratory = seesNetwork
    ? (others.find(({ _id }) => _id === (chosen ?? own?._id)) ?? others[0])
    : (own ?? undefined);
  return {
    laboratory,
    today: dayOf(new Date(), laboratory?.timezone ?? product.timezone),
    others,
    failed: error ? { error, retry: () => void refetch() } : undefined,
  };
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
