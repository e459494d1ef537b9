import type { Transaction } from '@shifa/contract';
import { transaction } from '@shifa/contract/testing';
import { describe, expect, it } from 'vitest';
import { approvalStepsOf } from './approval-ladder';

const id = '65f000000000000000000001';
const at = '2026-11-20T07:00:00.000Z';
const meera = { by: { _id: id, name: 'Meera Nair', role: 'lab_admin' }, at } as const;
const rohan = { by: { _id: id, name: 'Rohan Sen', role: 'super_admin' }, at } as const;
const contra = { _id: id, transactionNo: 'KOL-2026-27-000200' };
const two = { flags: ['above_limit'], approvalsNeeded: 2 } satisfies Partial<Transaction>;

const note = 'Counts only as the first of two approvals: Asha Rao created this account on Nov 3, 2026';

const limit = 'The entry is above the laboratory’s approval limit.';

/** `state: text — note` of all steps but the first, which is always the entry itself. */
const stepsOf = (entry: Partial<Transaction>) =>
  approvalStepsOf(transaction(entry))
    .slice(1)
    .map(({ state, text, note, entry: other }) =>
      [`${state}: ${text}`, other?.transactionNo, note].filter(Boolean).join(' — '),
    );

describe('the approval in steps', () => {
  it('begins with who entered it, when, and who changed it last', () => {
    const [entered] = approvalStepsOf(transaction({ editedBy: { _id: id, name: 'Rohan Sen' } }));
    expect(entered).toEqual({
      state: 'done',
      text: 'Entered by Asha Rao',
      at: '2026-11-20T06:30:00.000Z',
      note: 'Last edited by Rohan Sen',
    });
  });

  it.each<[string, Partial<Transaction>, string[]]>([
    ['pending', {}, ['waiting: Awaiting approval']],
    ['approved', { status: 'approved', approvals: [meera] }, ['done: Approved by Meera Nair (Lab admin)']],
    [
      'pending, above the limit',
      two,
      [
        'waiting: Awaiting the first approval',
        `later: Awaiting the second approval — Two people must approve this, one of them a super admin. ${limit}`,
      ],
    ],
    [
      'approved once, by a lab admin',
      { ...two, status: 'partially_approved', approvals: [meera] },
      [
        'done: First approval by Meera Nair (Lab admin)',
        `waiting: Awaiting the second approval — A super admin must also approve this. ${limit}`,
      ],
    ],
    [
      'approved once, by somebody who depends on whoever entered it',
      { approvalsNeeded: 2, status: 'partially_approved', approvals: [{ ...rohan, note }] },
      [
        `done: First approval by Rohan Sen (Super admin) — ${note}`,
        'waiting: Awaiting the second approval — A super admin must also approve this. ' +
          "The first approval wasn't independent.",
      ],
    ],
    [
      'approved once, by a super admin',
      { ...two, flags: ['above_limit', 'back_dated'], status: 'partially_approved', approvals: [rohan] },
      [
        'done: First approval by Rohan Sen (Super admin)',
        'waiting: Awaiting the second approval — Another person must also approve this. The entry is above the ' +
          'laboratory’s approval limit. The entry is dated further back than the laboratory allows.',
      ],
    ],
    [
      'approved twice',
      { ...two, status: 'approved', approvals: [meera, rohan] },
      ['done: First approval by Meera Nair (Lab admin)', 'done: Second approval by Rohan Sen (Super admin)'],
    ],
    [
      'rejected after a first approval',
      {
        ...two,
        status: 'rejected',
        approvals: [meera],
        rejection: { reason: 'The bill is missing', by: { _id: id, name: 'Rohan Sen' }, at },
      },
      ['done: First approval by Meera Nair (Lab admin)', 'refused: Rejected by Rohan Sen — The bill is missing'],
    ],
    ['cancelled', { status: 'cancelled', updatedBy: 'Asha Rao' }, ['cancelled: Cancelled by Asha Rao']],
    [
      'approved, its reversal under way',
      { status: 'approved', approvals: [meera], reversedBy: contra },
      ['done: Approved by Meera Nair (Lab admin)', 'waiting: Reversal awaiting approval: — KOL-2026-27-000200'],
    ],
    [
      'reversed',
      { status: 'reversed', approvals: [meera], reversedBy: contra },
      ['done: Approved by Meera Nair (Lab admin)', 'reversed: Reversed by — KOL-2026-27-000200'],
    ],
  ])('of what is %s', (_, entry, steps) => {
    expect(stepsOf(entry)).toEqual(steps);
  });
});
