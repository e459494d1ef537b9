import { leaveActions, type PermissionOverrides, resolvePermissions, type Role } from '@shifa/contract';
import { Types } from 'mongoose';
import { Actor } from '../../../platform/domain/actor';
import { actionsFor } from '../../../platform/domain/policy';
import type { LeaveRow } from './leave.repository';
import { leavePolicy } from './leave';

const laboratoryId = new Types.ObjectId();
const personId = new Types.ObjectId();
const timezone = 'Asia/Kolkata';

function viewer(role: Role, overrides: PermissionOverrides = {}, { self = false, elsewhere = false } = {}): Actor {
  const home = elsewhere ? new Types.ObjectId() : laboratoryId;
  return new Actor({
    userId: (self ? personId : new Types.ObjectId()).toHexString(),
    name: 'Viewer',
    role,
    laboratoryId: role === 'super_admin' ? null : home.toHexString(),
    sessionId: '',
    mustChangePassword: false,
    permissions: resolvePermissions(role, overrides, new Date()),
  });
}

const [head, admin, manager] = [viewer('super_admin'), viewer('lab_admin'), viewer('manager')];
const clerk = viewer('staff', { 'leave.approve': true });
const self = { self: true };

type Case = {
  who: Actor;
  /** The role of the person on leave. */
  of?: Role;
  status?: LeaveRow['status'];
  today?: string;
  expected: { approve?: string; reject?: string; cancel?: string };
};

/** The code of each action that is refused. The leave is from the 20th to the 22nd of November. */
function refused({ who, of = 'staff', status = 'pending', today = '2026-11-18' }: Case) {
  const leave = { userId: personId, laboratoryId, status, from: '2026-11-20', to: '2026-11-22', decidedBy: null };
  const codes = leaveActions.map((action) => [
    action,
    leavePolicy[action](who, leave, { role: of, today, timezone })?.code,
  ]);
  return Object.fromEntries(codes.filter(([, code]) => code !== undefined)) as Case['expected'];
}

const all = (code: string) => ({ approve: code, reject: code, cancel: code });
const decisions = (code: string) => ({ approve: code, reject: code });
const decided = decisions('LEAVE_ALREADY_DECIDED');
const own = decisions('OWN_LEAVE');

const cases: Record<string, Case> = {
  'a manager decides on staff': { who: manager, expected: {} },
  'a lab admin decides on staff': { who: admin, expected: {} },
  'a lab admin decides on a manager': { who: admin, of: 'manager', expected: {} },
  'a super admin decides on a lab admin': { who: head, of: 'lab_admin', expected: {} },
  "a manager doesn't decide on a manager": { who: manager, of: 'manager', expected: all('APPROVER_TOO_LOW') },
  "a lab admin doesn't decide on a lab admin": { who: admin, of: 'lab_admin', expected: all('APPROVER_TOO_LOW') },
  "staff with the permission don't decide on staff": {
    who: clerk,
    expected: { ...decisions('APPROVER_TOO_LOW'), cancel: 'FORBIDDEN' },
  },
  'staff have only their own': { who: viewer('staff'), expected: all('FORBIDDEN') },
  'nobody decides on leave of another laboratory': {
    who: viewer('lab_admin', {}, { elsewhere: true }),
    expected: all('FORBIDDEN'),
  },
  'nobody decides on their own': { who: viewer('manager', {}, self), of: 'manager', expected: own },
  'nobody decides without the permission': {
    who: viewer('manager', { 'leave.approve': false }),
    expected: all('FORBIDDEN'),
  },
  'nobody cancels without the permission': {
    who: viewer('manager', { 'leave.cancel': false }),
    expected: { cancel: 'FORBIDDEN' },
  },
  'approved leave is decided': { who: manager, status: 'approved', expected: decided },
  'rejected leave is final': { who: manager, status: 'rejected', expected: { ...decided, cancel: 'LEAVE_ENDED' } },
  'cancelled leave is final': { who: manager, status: 'cancelled', expected: { ...decided, cancel: 'LEAVE_ENDED' } },
  'the person withdraws a request': { who: viewer('staff', {}, self), expected: decisions('FORBIDDEN') },
  'the person withdraws a request late': {
    who: viewer('staff', {}, self),
    today: '2027-02-01',
    expected: decisions('FORBIDDEN'),
  },
  'the person cancels approved leave on the day before': {
    who: viewer('manager', {}, self),
    status: 'approved',
    today: '2026-11-19',
    expected: decided,
  },
  "the person doesn't cancel leave that has begun": {
    who: viewer('manager', {}, self),
    status: 'approved',
    today: '2026-11-20',
    expected: { ...decided, cancel: 'LEAVE_ENDED' },
  },
  'an approver cancels leave 31 days after its end': {
    who: manager,
    status: 'approved',
    today: '2026-12-23',
    expected: decided,
  },
  "an approver doesn't cancel leave 32 days after its end": {
    who: manager,
    status: 'approved',
    today: '2026-12-24',
    expected: { ...decided, cancel: 'LEAVE_ENDED' },
  },
};

describe('the policy of leave', () => {
  it.each(Object.entries(cases))('%s', (_, given) => {
    expect(refused(given)).toEqual(given.expected);
  });

  it('offers what is possible and what others could do, and nothing that the state makes meaningless', () => {
    const leave = { userId: personId, laboratoryId, from: '2026-11-20', to: '2026-11-20', decidedBy: null };
    const context = { role: 'manager', today: '2026-11-18', timezone } as const;
    const reason = 'Someone with a higher role than this person must decide';
    expect(actionsFor(leavePolicy, manager, { ...leave, status: 'pending' }, context)).toEqual({
      approve: { allowed: false, reason },
      reject: { allowed: false, reason },
      cancel: { allowed: false, reason },
    });
    expect(actionsFor(leavePolicy, admin, { ...leave, status: 'approved' }, context)).toEqual({
      cancel: { allowed: true },
    });
    expect(actionsFor(leavePolicy, admin, { ...leave, status: 'cancelled' }, context)).toEqual({});
  });

  it('says who has decided', () => {
    const decidedBy = { _id: new Types.ObjectId(), name: 'Asha Rao' };
    const leave = { userId: personId, laboratoryId, from: '2026-11-20', to: '2026-11-20', decidedBy };
    const context = { role: 'staff', today: '2026-11-18', timezone } as const;
    const message = leavePolicy.approve(manager, { ...leave, status: 'rejected' }, context)?.message;
    expect(message).toBe('Asha Rao rejected this leave');
  });
});
