import Box from '@mui/material/Box';
import type { LaboratoryOption, LaboratoryUse, Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { laboratoryOptions } from '../data/laboratory-options';
import { usePermission, useUser } from '../data/use-session';
import { disabledReasonOf } from './actions/define-actions';
import { Banner } from '../ui/feedback/banner';

type Closable = Pick<LaboratoryOption, 'name'> & Partial<Pick<LaboratoryOption, 'actions'>>;

/** Why nothing can be entered in a laboratory, or no one added to it; `undefined` if it is possible. */
export function closedReasonOf(laboratory: Closable | null | undefined, use: LaboratoryUse): string | undefined {
  return disabledReasonOf(laboratory?.actions?.[use]);
}

/**
 * Why the viewer can enter nothing in any laboratory that the permission reaches: their own is closed, or the network
 * has none yet. People without a laboratory can be added to a network without one.
 */
export function useClosedReason(permission: Permission, use: LaboratoryUse | undefined): string | undefined {
  const own = useUser().laboratoryId;
  const canChoose = usePermission(permission).scope === 'all';
  const needsOne = canChoose && use === 'enterRecords';
  const { data } = useQuery({ ...laboratoryOptions, enabled: needsOne });
  if (!canChoose) return use && closedReasonOf(own, use);
  return needsOne && data?.length === 0 ? 'Create a laboratory first. Records are kept per laboratory.' : undefined;
}

type ClosedLaboratoryProps = {
  use: LaboratoryUse;
  /** The laboratories that a list is filtered by; by default, the viewer's own. */
  filter?: readonly string[] | undefined;
};

/** Announces, above a list or a form, that nothing can be entered in the laboratory; nothing if it is active. */
export function ClosedLaboratory({ use, filter = [] }: ClosedLaboratoryProps) {
  const own = useUser().laboratoryId;
  const [laboratoryId = own?._id, ...others] = filter;
  const isOther = laboratoryId !== undefined && laboratoryId !== own?._id;
  const { allowed } = usePermission('laboratories.view');
  const { data = [] } = useQuery({ ...laboratoryOptions, enabled: allowed && isOther });
  const laboratory = isOther ? data.find(({ _id }) => _id === laboratoryId) : own;
  return laboratory && others.length === 0 ? <ClosedLaboratoryBanner use={use} laboratory={laboratory} /> : null;
}

/** The same for a laboratory that has been loaded. */
export function ClosedLaboratoryBanner({ use, laboratory }: { use: LaboratoryUse; laboratory: Closable }) {
  const reason = closedReasonOf(laboratory, use);
  if (reason === undefined) return null;
  return (
    <Box sx={{ mb: 4 }} className="not-printed">
      <Banner tone="warning">
        {!reason.startsWith(laboratory.name) && <strong>{laboratory.name}: </strong>}
        {reason}
      </Banner>
    </Box>
  );
}
