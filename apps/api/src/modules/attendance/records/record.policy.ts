import type { AttendanceAction, Role } from '@shifa/contract';
import type { Actor } from '../../../platform/http/actor';
import { byCapacity, lacks, notOffered, type Policy, type Refusal, refusal } from '../../../platform/http/policy';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import { mayDecideOn } from '../days/approver';
import type { AttendanceRow } from './record.document';

/** The role of the person whose record it is, and the laboratory of the record. */
type Context = { role: Role; laboratory: Pick<LaboratoryRow, 'status'> };

const ownerOf = ({ laboratoryId, userId }: AttendanceRow) => ({ laboratoryId, personId: userId });

const decide = byCapacity((viewer, row: AttendanceRow, { role }: Context): Refusal | undefined => {
  if (row.approvalStatus !== 'pending') return notOffered('ATTENDANCE_ALREADY_DECIDED');
  return (
    lacks(viewer, 'attendance.approve', ownerOf(row)) ??
    mayDecideOn(viewer, { userId: row.userId, role }, 'OWN_ATTENDANCE') ??
    (row.enteredBy && viewer.represents(row.enteredBy) ? refusal('OWN_ENTRY') : undefined)
  );
});

/** People change their own times only through a request that somebody else decides. */
function change(permission: 'attendance.edit' | 'attendance.remove') {
  return (viewer: Actor, row: AttendanceRow, { role }: Context): Refusal | undefined =>
    lacks(viewer, permission, ownerOf(row)) ??
    mayDecideOn(viewer, { userId: row.userId, role }, 'OWN_ATTENDANCE') ??
    (row.open ? refusal('ATTENDANCE_OPEN') : undefined);
}

export const attendancePolicy: Policy<AttendanceAction, AttendanceRow, Context> = {
  edit: (viewer, row, context) =>
    change('attendance.edit')(viewer, row, context) ?? laboratoryUsePolicy.enterRecords(context.laboratory),
  approve: decide,
  reject: decide,
  correct: (viewer, row, { laboratory }) => {
    if (row.userId.toHexString() !== viewer.userId) return notOffered('FORBIDDEN');
    if (row.correction) return refusal('CORRECTION_PENDING');
    return (
      lacks(viewer, 'attendance.clock') ??
      (row.open ? refusal('ATTENDANCE_OPEN', 'Clock out first') : undefined) ??
      laboratoryUsePolicy.enterRecords(laboratory)
    );
  },
  withdrawCorrection: (viewer, row) => {
    if (row.userId.toHexString() !== viewer.userId || !row.correction) return notOffered('NO_CORRECTION');
    return lacks(viewer, 'attendance.clock');
  },
  remove: change('attendance.remove'),
};
