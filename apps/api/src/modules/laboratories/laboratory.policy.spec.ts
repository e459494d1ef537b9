import { type LaboratoryStatus, type PermissionOverrides, resolvePermissions, type Role } from '@shifa/contract';
import { Actor } from '../../platform/domain/actor';
import { actionsFor } from '../../platform/domain/policy';
import { newId } from '../../platform/domain/object-id';
import { laboratoryPolicy } from './laboratory.policy';

const own = newId();

function viewer(role: Role, overrides: PermissionOverrides = {}): Actor {
  return new Actor({
    userId: newId().toHexString(),
    name: 'Viewer',
    role,
    laboratoryId: role === 'super_admin' ? null : own.toHexString(),
    sessionId: 's',
    mustChangePassword: false,
    permissions: resolvePermissions(role, overrides, new Date()),
  });
}

const laboratory = (status: LaboratoryStatus, _id = own) => ({ _id, status });
const allowed = { allowed: true };
const denied = (reason: string) => ({ allowed: false, reason });

const ARCHIVED = denied('This laboratory is archived and can no longer be changed');
const SUPER_ADMINS = denied("Lab admins can't do this. Super admins can.");
const NETWORK = denied('Only a super admin can change this');

describe('what may be done with a laboratory', () => {
  it.each([
    [
      'an active one, by a super admin',
      viewer('super_admin'),
      laboratory('active'),
      { edit: allowed, editNetworkFields: allowed, suspend: allowed, archive: allowed },
    ],
    [
      'a suspended one, by a super admin: it is resumed, not suspended again',
      viewer('super_admin'),
      laboratory('suspended'),
      { edit: allowed, editNetworkFields: allowed, resume: allowed, archive: allowed },
    ],
    [
      'an archived one: nothing',
      viewer('super_admin'),
      laboratory('archived'),
      { edit: ARCHIVED, editNetworkFields: ARCHIVED, suspend: ARCHIVED, archive: ARCHIVED },
    ],
    [
      'their own, by a lab admin: its fields, but not those of the network',
      viewer('lab_admin'),
      laboratory('active'),
      { edit: allowed, editNetworkFields: NETWORK, suspend: SUPER_ADMINS, archive: SUPER_ADMINS },
    ],
    [
      'their own, by a lab admin who was granted suspending: the status belongs to the network',
      viewer('lab_admin', { 'laboratories.suspend': true }),
      laboratory('active'),
      { edit: allowed, editNetworkFields: NETWORK, suspend: NETWORK, archive: SUPER_ADMINS },
    ],
  ])('%s', (_, actor, row, actions) => {
    expect(actionsFor(laboratoryPolicy, actor, row, undefined)).toEqual(actions);
  });

  it('of another laboratory is refused', () => {
    const refused = laboratoryPolicy.edit(viewer('lab_admin'), laboratory('active', newId()), undefined);
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
  });
});
