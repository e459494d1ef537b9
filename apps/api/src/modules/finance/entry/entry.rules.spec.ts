import { resolvePermissions, type Role, transactionActions, type TransactionStatus } from '@shifa/contract';
import { Types } from 'mongoose';
import { Actor } from '../../../platform/domain/actor';
import { actionsFor } from '../../../platform/domain/policy';
import { storedTransaction } from '../../../../test/finance/stored-transaction';
import type { TransactionRow } from './entry.document';
import { type TransactionContext, transactionPolicy } from './entry.rules';

const laboratoryId = new Types.ObjectId();
const [creator, editor, other] = ['Asha Rao', 'Meera Nair', 'Ravi Das'].map((name) => ({
  _id: new Types.ObjectId(),
  name,
})) as [TransactionRow['createdBy'], TransactionRow['createdBy'], TransactionRow['createdBy']];

function person(role: Role, { _id, name } = other): Actor {
  return new Actor({
    userId: _id.toHexString(),
    name,
    role,
    laboratoryId: role === 'super_admin' ? null : laboratoryId.toHexString(),
    sessionId: new Types.ObjectId().toHexString(),
    mustChangePassword: false,
    permissions: resolvePermissions(role),
  });
}

const labAdmin = person('lab_admin');
const superAdmin = person('super_admin');
const open: TransactionContext = {
  laboratory: { status: 'active', timezone: 'Asia/Kolkata' },
  closedThrough: null,
  differences: [],
};
const closed: TransactionContext = { ...open, closedThrough: '2026-11-30' };
const suspended: TransactionContext = { ...open, laboratory: { status: 'suspended', timezone: 'Asia/Kolkata' } };

const approvalBy = (by: typeof other, role: Role) => ({ by: { ...by, role }, at: new Date('2026-11-21T09:15:00Z') });
const above = { flags: ['above_limit'], status: 'partially_approved' } satisfies Partial<TransactionRow>;
const contra = { reversalOf: { _id: new Types.ObjectId(), transactionNo: 'KOL-2026-27-000001' } };
const reversedBy = { _id: new Types.ObjectId(), transactionNo: 'KOL-2026-27-000002' };

/** The code of each action that is offered and refused. */
function refused(viewer: Actor, row: Partial<TransactionRow>, context: TransactionContext) {
  const entry = storedTransaction({ laboratoryId, createdBy: creator, ...row });
  const refusals = transactionActions.map((action) => ({
    action,
    ...transactionPolicy[action](viewer, entry, context),
  }));
  const offered = refusals.filter(({ code, hidden }) => code !== undefined && !hidden);
  return Object.fromEntries(offered.map(({ action, code }) => [action, code]));
}

/** The actions that are offered in every status, disabled where they are refused. */
const alwaysOffered = transactionActions.filter((action) => action !== 'approvers' && action !== 'resubmit');
const all = (code: string) => Object.fromEntries(alwaysOffered.map((action) => [action, code]));
const NOT_REVERSIBLE = { reverse: 'TRANSACTION_NOT_REVERSIBLE' };
const IMMUTABLE = { edit: 'TRANSACTION_IMMUTABLE' };
const DECIDED = { approve: 'TRANSACTION_ALREADY_DECIDED', reject: 'TRANSACTION_ALREADY_DECIDED' };
const NOT_CANCELLABLE = { cancel: 'TRANSACTION_NOT_CANCELLABLE' };

type Case = [name: string, viewer: Actor, row: Partial<TransactionRow>, context: TransactionContext, expected: object];

describe('the policy of a transaction', () => {
  it.each<Case>([
    ['a pending entry', labAdmin, {}, open, NOT_REVERSIBLE],
    ['a pending entry above the limit', labAdmin, { flags: ['above_limit'] }, open, NOT_REVERSIBLE],
    [
      'an entry with the first of two approvals, for another lab admin',
      labAdmin,
      { ...above, approvals: [approvalBy(editor, 'lab_admin')] },
      open,
      { approve: 'SUPER_ADMIN_NEEDED', ...NOT_CANCELLABLE, ...NOT_REVERSIBLE },
    ],
    [
      'an entry with the first of two approvals, for a super admin',
      superAdmin,
      { ...above, approvals: [approvalBy(editor, 'lab_admin')] },
      open,
      { ...NOT_CANCELLABLE, ...NOT_REVERSIBLE },
    ],
    [
      'an entry that a super admin approved first',
      labAdmin,
      { ...above, approvals: [approvalBy(editor, 'super_admin')] },
      open,
      { ...NOT_CANCELLABLE, ...NOT_REVERSIBLE },
    ],
    [
      'an entry that the viewer approved',
      superAdmin,
      { ...above, approvals: [approvalBy(other, 'super_admin')] },
      open,
      { approve: 'APPROVED_BY_SAME_PERSON', ...NOT_CANCELLABLE, ...NOT_REVERSIBLE },
    ],
    [
      'an own entry',
      person('super_admin', creator),
      {},
      open,
      { approve: 'OWN_TRANSACTION', reject: 'OWN_TRANSACTION', ...NOT_REVERSIBLE },
    ],
    [
      'an entry that the viewer edited last',
      person('lab_admin', editor),
      { editedBy: editor },
      open,
      { approve: 'OWN_TRANSACTION', reject: 'OWN_TRANSACTION', ...NOT_REVERSIBLE },
    ],
    ['an approved entry', labAdmin, { status: 'approved' }, open, { ...IMMUTABLE, ...DECIDED, ...NOT_CANCELLABLE }],
    [
      'an approved contra entry',
      labAdmin,
      { status: 'approved', ...contra },
      open,
      { ...IMMUTABLE, ...DECIDED, ...NOT_CANCELLABLE, ...NOT_REVERSIBLE },
    ],
    [
      'an entry whose contra entry is pending',
      labAdmin,
      { status: 'approved', reversedBy },
      open,
      { ...IMMUTABLE, ...DECIDED, ...NOT_CANCELLABLE, reverse: 'TRANSACTION_HAS_REVERSAL' },
    ],
    [
      'an approved entry of a closed period, for a lab admin',
      labAdmin,
      { status: 'approved' },
      closed,
      { ...IMMUTABLE, ...DECIDED, ...NOT_CANCELLABLE, attach: 'PERIOD_LOCKED' },
    ],
    [
      'an approved entry of a closed period, for a super admin',
      superAdmin,
      { status: 'approved' },
      closed,
      { ...IMMUTABLE, ...DECIDED, ...NOT_CANCELLABLE },
    ],
    [
      'a reversed entry',
      labAdmin,
      { status: 'reversed', reversedBy },
      open,
      {
        ...IMMUTABLE,
        attach: 'TRANSACTION_IMMUTABLE',
        ...DECIDED,
        ...NOT_CANCELLABLE,
        reverse: 'TRANSACTION_HAS_REVERSAL',
      },
    ],
    ['a rejected entry', labAdmin, { status: 'rejected' }, open, { ...DECIDED, ...NOT_REVERSIBLE }],
    [
      'a rejected entry of a closed period, for a lab admin',
      labAdmin,
      { status: 'rejected' },
      closed,
      { ...DECIDED, ...NOT_REVERSIBLE, resubmit: 'PERIOD_LOCKED' },
    ],
    [
      'a rejected entry of a suspended laboratory',
      labAdmin,
      { status: 'rejected' },
      suspended,
      { ...DECIDED, ...NOT_REVERSIBLE, edit: 'LABORATORY_SUSPENDED', resubmit: 'LABORATORY_SUSPENDED' },
    ],
    [
      'a cancelled entry',
      labAdmin,
      { status: 'cancelled' },
      open,
      { ...all('TRANSACTION_CANCELLED'), ...NOT_REVERSIBLE },
    ],
    ['a closed period, for a lab admin', labAdmin, {}, closed, { approve: 'PERIOD_LOCKED', ...NOT_REVERSIBLE }],
    ['a closed period, for a super admin', superAdmin, {}, closed, NOT_REVERSIBLE],
    ['a suspended laboratory', labAdmin, {}, suspended, { edit: 'LABORATORY_SUSPENDED', ...NOT_REVERSIBLE }],
    [
      'an approved entry of a suspended laboratory',
      labAdmin,
      { status: 'approved' },
      suspended,
      { ...IMMUTABLE, ...DECIDED, ...NOT_CANCELLABLE, reverse: 'LABORATORY_SUSPENDED' },
    ],
    [
      'an entry of another laboratory',
      labAdmin,
      { laboratoryId: new Types.ObjectId() },
      open,
      { ...all('FORBIDDEN'), approvers: 'FORBIDDEN' },
    ],
    ['a viewer without permissions', person('staff'), {}, open, { ...all('FORBIDDEN'), approvers: 'FORBIDDEN' }],
  ])('%s', (_, viewer, row, context, expected) => {
    expect(refused(viewer, row, context)).toEqual(expected);
  });

  it.each<[TransactionStatus, readonly string[]]>([
    ['pending', ['approvers']],
    ['partially_approved', ['approvers']],
    ['approved', []],
    ['rejected', ['resubmit']],
    ['cancelled', []],
    ['reversed', []],
  ])(
    'includes every action of a %s entry that is always offered, and %j, with a reason where it is refused',
    (status, more) => {
      const actions = actionsFor(transactionPolicy, labAdmin, storedTransaction({ laboratoryId, status }), open);
      expect(Object.keys(actions).toSorted()).toEqual([...alwaysOffered, ...more].toSorted());
      for (const { allowed, reason } of Object.values(actions))
        expect(typeof reason).toBe(allowed ? 'undefined' : 'string');
    },
  );

  it('names the person and the time of the decision', () => {
    const entry = storedTransaction({
      laboratoryId,
      status: 'approved',
      approvals: [approvalBy(editor, 'lab_admin')],
    });
    expect(transactionPolicy.approve(labAdmin, entry, open)?.message).toBe(
      'Meera Nair approved this entry on Nov 21, 2026, 2:45 PM GMT+5:30',
    );
  });
});

describe('an entry with a bill that differs', () => {
  it('is rejected and not approved, with the first differences', () => {
    const row = storedTransaction({ laboratoryId, createdBy: creator, status: 'pending' });
    const context = { ...open, differences: ['A: one', 'B: two', 'C: three', 'D: four'] };
    expect(transactionPolicy.approve(labAdmin, row, context)).toMatchObject({
      code: 'BILL_DIFFERS',
      message:
        'A: one; B: two; C: three; and 1 more difference. ' +
        'Receive what is missing, or reject the entry and ask the supplier for another bill.',
    });
    expect(transactionPolicy.reject(labAdmin, row, context)).toBeUndefined();
    expect(transactionPolicy.approve(person('lab_admin', creator), row, context)?.code).toBe('OWN_TRANSACTION');
  });
});
