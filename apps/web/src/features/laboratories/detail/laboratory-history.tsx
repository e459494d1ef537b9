import type { AuditEntry, Laboratory } from '@shifa/contract';
import { api } from '../../../data/api';
import type { TabPage } from '../../../screens/detail/detail-page';
import { HistoryCard } from '../../../screens/form/history-card';
import { useLaboratoryFields } from '../laboratory.fields';

/** Every change to a laboratory, newest first. */
export function LaboratoryHistory({ laboratory, ...page }: TabPage & { laboratory: Laboratory }) {
  const { _id, timezone } = laboratory;
  return (
    <HistoryCard
      thing="laboratory"
      id={_id}
      route={api.laboratories.history}
      fields={useLaboratoryFields()}
      describeAction={describeAction}
      timeZone={timezone}
      {...page}
    />
  );
}

/** What was done, to follow a name. */
export function describeAction({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (action === 'laboratory.created') return 'created the laboratory';
  if (action === 'laboratory.archived') return 'archived the laboratory';
  if (action === 'laboratory.copied') return 'copied from another laboratory';
  const status = changes.find(({ field }) => field === 'status')?.after;
  if (status === 'suspended') return 'suspended the laboratory';
  if (status === 'active') return 'resumed the laboratory';
  return 'changed the laboratory';
}
