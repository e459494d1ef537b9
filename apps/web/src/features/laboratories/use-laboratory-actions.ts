import { canBecome, type Laboratory } from '@shifa/contract';
import type { ActionEntry } from '../../components/action-menu';
import { useLock } from '../../components/permission-button';
import { usePermission } from '../../lib/use-session';

/** As much of a laboratory as a deed needs to know. */
export type LaboratoryInHand = Pick<Laboratory, '_id' | 'name' | 'code' | 'status' | 'version'>;

export type LaboratoryDeed = 'edit' | 'suspend' | 'resume' | 'archive';

export const NETWORK_ONLY = 'Only who manages the whole network can change this';

const ARCHIVED = 'An archived laboratory no longer changes';

/** Whether the signed-in person may change what is the network's: code, status and finance rules. */
export function useReachesNetwork(): boolean {
  return usePermission('laboratories.edit').scope === 'all';
}

/** Why a deed is locked for the signed-in person; `undefined` where it is open. */
export function useLaboratoryLocks(): (laboratory: LaboratoryInHand) => Record<LaboratoryDeed, string | undefined> {
  const edit = useLock('laboratories.edit');
  const suspend = useLock('laboratories.suspend');
  const archive = useLock('laboratories.archive');
  const network = useReachesNetwork() ? undefined : NETWORK_ONLY;
  return ({ status }) => {
    const final = status === 'archived' ? ARCHIVED : undefined;
    return {
      edit: final ?? edit,
      suspend: final ?? suspend ?? edit ?? network,
      resume: final ?? suspend ?? edit ?? network,
      archive: final ?? archive,
    };
  };
}

/** What can be done with a laboratory, each with the reason where it is locked. */
export function useLaboratoryActions(onChoose: (deed: LaboratoryDeed, laboratory: LaboratoryInHand) => void) {
  const locksOf = useLaboratoryLocks();
  return (laboratory: LaboratoryInHand): ActionEntry[] => {
    const locks = locksOf(laboratory);
    const entry = (deed: LaboratoryDeed, label: string): ActionEntry => ({
      label,
      lockedBecause: locks[deed],
      onSelect: () => onChoose(deed, laboratory),
    });
    const status = canBecome(laboratory.status, 'active')
      ? entry('resume', 'Resume laboratory')
      : entry('suspend', 'Suspend laboratory');
    return [entry('edit', 'Edit laboratory'), status, entry('archive', 'Archive laboratory')];
  };
}
