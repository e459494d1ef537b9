import type { Transaction } from '@shifa/contract';
import { transaction } from '@shifa/contract/testing';
import { describe, expect, it } from 'vitest';
import { approvalStepsOf } from './approval-steps';

const id = '65f000000000000000000001';
const at = '2026-11-20T07:00:00.000Z';
const meera = { by: { _id: id, name: 'Meera Nair', role: 'lab_admin' }, at } as const;
const rohan = { by: { _id: id, name: 'Rohan Sen', role: 'super_admin' }, at } as const;
const contra = { _id: id, transactionNo: 'KOL-2026-27-000200' };
const two = { flags: ['above_limit'], approvalsNeeded: 2 } satisfies Partial<Transaction>;

const limit = 'it is above the laboratory’s approval limit.';

/** `state: words — note` after the first step, which is always who entered it. */
const stepsOf = (entry: Partial<Transaction>) =>
  approvalStepsOf(transaction(entry))
    .slice(1)
    .map(({ state, words, note, entry: other }) =>
      [`${state}: ${words}`, other?.transactionNo, note].filter(Boolean).join(' — '),
    );

describe('the approval in steps', () => {
  it('begins with who entered it, when, and who changed it last', () => {
    const [entered] = approvalStepsOf(transaction({ editedBy: { _id: id, name: 'Rohan Sen' } }));
    expect(entered).toEqual({
      state: 'done',
      words: 'Entered by Asha Rao',
      at: '2026-11-20T06:30:00.000Z',
      note: 'Edited last by Rohan Sen',
    });
  });

  it.each<[string, Partial<Transaction>, string[]]>([
    ['pending', {}, ['waiting: Waits for approval']],
    ['approved', { status: 'approved', approvals: [meera] }, ['done: Approved by Meera Nair, lab admin']],
    [
      'pending, above the limit',
      two,
      [
        'waiting: Waits for the first approval',
        `later: Waits for the second approval — Two people approve this, one of them a super admin: ${limit}`,
      ],
    ],
    [
      'approved once, by a lab admin',
      { ...two, status: 'partially_approved', approvals: [meera] },
      [
        'done: First approval by Meera Nair, lab admin',
        `waiting: Waits for the second approval — A super admin approves this as well: ${limit}`,
      ],
    ],
    [
      'approved once, by a super admin',
      { ...two, flags: ['above_limit', 'back_dated'], status: 'partially_approved', approvals: [rohan] },
      [
        'done: First approval by Rohan Sen, super admin',
        'waiting: Waits for the second approval — Another person approves this as well: it is above the laboratory’s ' +
          'approval limit and dated farther back than the laboratory allows.',
      ],
    ],
    [
      'approved twice',
      { ...two, status: 'approved', approvals: [meera, rohan] },
      ['done: First approval by Meera Nair, lab admin', 'done: Second approval by Rohan Sen, super admin'],
    ],
    [
      'rejected after a first approval',
      {
        ...two,
        status: 'rejected',
        approvals: [meera],
        rejection: { reason: 'The bill is missing', by: { _id: id, name: 'Rohan Sen' }, at },
      },
      ['done: First approval by Meera Nair, lab admin', 'refused: Rejected by Rohan Sen — The bill is missing'],
    ],
    ['cancelled', { status: 'cancelled', updatedBy: 'Asha Rao' }, ['cancelled: Cancelled by Asha Rao']],
    [
      'approved, its reversal under way',
      { status: 'approved', approvals: [meera], reversedBy: contra },
      ['done: Approved by Meera Nair, lab admin', 'waiting: Its reversal waits for approval: — KOL-2026-27-000200'],
    ],
    [
      'reversed',
      { status: 'reversed', approvals: [meera], reversedBy: contra },
      ['done: Approved by Meera Nair, lab admin', 'reversed: Reversed by — KOL-2026-27-000200'],
    ],
  ])('of what is %s', (_, entry, steps) => {
    expect(stepsOf(entry)).toEqual(steps);
  });
});
