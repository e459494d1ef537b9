import type { Failure, Transaction } from '@shifa/contract';
import { effort } from '../../../test/effort';
import { codeOf, entryOf, failureOf, FinanceDesk } from '../../../test/finance/finance-desk';

const ROUNDS = effort(200, 40);
/** Enough for conflicts, few enough to finish in time. */
const AT_ONCE = 10;

type Answer = { status: number; body: unknown };
type Outcome = { winner: Answer; loser: Failure; statuses: number[] };

describe('concurrent requests on one entry', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterAll(() => desk.close());

  /** Each round uses a new entry. */
  async function outcomesOf(race: (entry: Transaction) => readonly PromiseLike<Answer>[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const entries = await Promise.all(Array.from({ length: AT_ONCE }, () => desk.entered(desk.otherHead)));
      const raced = entries.map(async (entry): Promise<Outcome> => {
        const answers = await Promise.all(race(entry));
        const [winner, loser] = answers.toSorted((a, b) => a.status - b.status);
        if (!winner || !loser) throw new Error('Two are needed');
        return { winner, loser: failureOf(loser), statuses: [winner.status, loser.status] };
      });
      outcomes.push(...(await Promise.all(raced)));
    }
    return outcomes;
  }

  function toldWhoAndWhen({ winner, loser, statuses }: Outcome, by: readonly string[]): void {
    expect(statuses).toEqual([200, 409]);
    const { updatedBy, updatedAt, version } = entryOf(winner);
    expect(by).toContain(updatedBy);
    expect(loser.message).toContain(updatedBy);
    expect(loser.conflict).toMatchObject({ changedBy: updatedBy, changedAt: updatedAt, current: { version } });
  }

  it(`let exactly one of two approvers decide, ${ROUNDS} times`, async () => {
    const outcomes = await outcomesOf(({ _id }) => [desk.decide(desk.clerk, _id), desk.decide(desk.head, _id)]);
    expect(outcomes).toHaveLength(ROUNDS);
    for (const outcome of outcomes) {
      toldWhoAndWhen(outcome, [desk.clerk.user.name, desk.head.user.name]);
      expect(outcome.loser.code).toBe('TRANSACTION_ALREADY_DECIDED');
      expect(outcome.loser.message).toMatch(/^.+ approved this entry on \w+ \d+, \d{4}, \d+:\d\d.[AP]M GMT\+5:30$/);
      expect(entryOf(outcome.winner)).toMatchObject({ status: 'approved', approvalsGiven: 1, version: 2 });
    }
  });

  it(`let either the edit or the approval succeed, ${ROUNDS} times`, async () => {
    const outcomes = await outcomesOf((entry) => [
      desk.edit(desk.clerk, entry, { amountPaise: 777 }),
      desk.decide(desk.head, entry._id, { version: entry.version }),
    ]);
    expect(outcomes).toHaveLength(ROUNDS);
    for (const outcome of outcomes) {
      const { status, amountPaise, approvals, updatedBy } = entryOf(outcome.winner);
      const { code, conflict } = outcome.loser;
      expect([[200, 409]]).toContainEqual(outcome.statuses);
      expect(conflict).toMatchObject({ changedBy: updatedBy, current: { status, amountPaise, version: 2 } });
      if (status === 'approved') expect([amountPaise, code]).toEqual([125_050, 'TRANSACTION_IMMUTABLE']);
      else expect([status, amountPaise, approvals, code]).toEqual(['pending', 777, [], 'VERSION_CONFLICT']);
    }
  });

  it('let exactly one of two reversals succeed, or one rejection and no approval', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await desk.approved();
      const answers = await Promise.all([desk.reverse(desk.clerk, _id), desk.reverse(desk.head, _id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.filter(({ status }) => status === 409).map(codeOf)).toEqual(['TRANSACTION_HAS_REVERSAL']);

      const entry = await desk.entered(desk.otherHead);
      const decisions = await Promise.all([desk.reject(desk.clerk, entry._id), desk.decide(desk.head, entry._id)]);
      expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { status } = await desk.read(entry._id);
      expect(decisions.filter((answer) => answer.status === 200).map((answer) => entryOf(answer).status)).toEqual([
        status,
      ]);
    }
  });
});
