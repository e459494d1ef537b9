import {
  type Actions,
  canBecome,
  type LaboratoryAction,
  laboratorySetters,
  type LaboratoryUse,
  ownWorkRefusal,
} from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { lacks, notOffered, type Policy, refusal, type Refusal } from '../../platform/domain/policy';
import { setterRefusal } from '../../platform/http/set-from-above';
import type { LaboratoryRow } from './laboratory.document';

type Judged = Pick<LaboratoryRow, '_id' | 'status'>;

type Used = Pick<LaboratoryRow, 'name' | 'status'>;

/** Nothing can be entered, and no one can join, in a laboratory that is not active. */
export const laboratoryUsePolicy = {
  enterRecords: ({ status }: Pick<LaboratoryRow, 'status'>): Refusal | undefined => {
    if (status === 'active') return undefined;
    return { ...refusal(status === 'suspended' ? 'LABORATORY_SUSPENDED' : 'LABORATORY_ARCHIVED'), external: true };
  },
  addPeople: ({ name, status }: Used): Refusal | undefined => {
    if (status === 'active') return undefined;
    const message =
      status === 'suspended'
        ? `${name} is suspended. People can join once it resumes.`
        : `${name} is archived. Choose another laboratory.`;
    return refusal('VALIDATION_FAILED', message);
  },
} satisfies Record<LaboratoryUse, (laboratory: Used) => Refusal | undefined>;

/** The uses of a laboratory, for those who see nothing else of it. */
export function laboratoryUses(laboratory: Used): Actions<LaboratoryUse> {
  const states: Actions<LaboratoryUse> = {};
  for (const use of Object.keys(laboratoryUsePolicy) as LaboratoryUse[]) {
    const refused = laboratoryUsePolicy[use](laboratory);
    states[use] = refused ? { allowed: false, reason: refused.message } : { allowed: true };
  }
  return states;
}

/**
 * An archived laboratory is final. `editNetworkFields` are those that `laboratorySetters` reserves to network-wide
 * editors: no one sets a rule that applies to their own work.
 */
export const laboratoryPolicy: Policy<Exclude<LaboratoryAction, LaboratoryUse>, Judged> = {
  edit: (viewer, laboratory) =>
    final(laboratory) ?? lacks(viewer, 'laboratories.edit', { laboratoryId: laboratory._id }),
  editNetworkFields: (viewer, laboratory) => laboratoryPolicy.edit(viewer, laboratory) ?? networkOnly(viewer),
  suspend: (viewer, laboratory) =>
    laboratory.status === 'suspended' ? notOffered('VALIDATION_FAILED') : statusChange(viewer, laboratory),
  resume: (viewer, laboratory) =>
    canBecome(laboratory.status, 'active') ? statusChange(viewer, laboratory) : notOffered('LABORATORY_ARCHIVED'),
  archive: (viewer, laboratory) =>
    final(laboratory) ?? lacks(viewer, 'laboratories.archive', { laboratoryId: laboratory._id }),
};

/** Refuses what would change of the fields that only a network-wide editor sets. */
export function lockedFields(viewer: Actor, before: LaboratoryRow, after: LaboratoryRow): Refusal | undefined {
  const network = networkOnly(viewer);
  const above = network && ownWorkRefusal('lab_admin');
  // Only super admins reach all laboratories, and they work in none.
  return setterRefusal(laboratorySetters, { network, above }, before, after);
}

function statusChange(viewer: Actor, laboratory: Judged): Refusal | undefined {
  return (
    final(laboratory) ??
    lacks(viewer, 'laboratories.suspend', { laboratoryId: laboratory._id }) ??
    lacks(viewer, 'laboratories.edit', { laboratoryId: laboratory._id }) ??
    networkOnly(viewer)
  );
}

function networkOnly(viewer: Actor): Refusal | undefined {
  return viewer.scope('laboratories.edit').reachesAll
    ? undefined
    : refusal('FORBIDDEN', 'Only a super admin can change this');
}

function final({ status }: Judged): Refusal | undefined {
  return status === 'archived' ? refusal('LABORATORY_ARCHIVED') : undefined;
}
