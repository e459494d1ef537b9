import { canBecome, type LaboratoryAction } from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { lacks, notOffered, type Policy, refusal, type Refusal } from '../../platform/http/policy';
import type { LaboratoryRow } from './laboratory.document';

type Judged = Pick<LaboratoryRow, '_id' | 'status'>;

/**
 * An archived laboratory is final. Code, status, time zone and `networkPolicies` can only be changed by network-wide
 * editors: nobody may loosen a rule that applies to their own work.
 */
export const laboratoryPolicy: Policy<LaboratoryAction, Judged> = {
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
