import { approvalsNeeded, type Laboratory, type Transaction, type TransactionRehearsal } from '@shifa/contract';
import { addDays, businessDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import type { Person } from '../../../test/test-app';
import { entryOf, FinanceDesk } from '../../../test/finance/finance-desk';

/** Days ago on which an entry was entered (and edited), how many days it was dated back then, and the amount. */
type Written = { ago: number; editedAgo?: number; back: number; amountPaise: number };

const written: Written[] = [
  { ago: 60, back: 0, amountPaise: 4_000_000 },
  { ago: 45, back: 5, amountPaise: 9_000_000 },
  { ago: 40, editedAgo: 20, back: 0, amountPaise: 100_000 },
  { ago: 10, back: 5, amountPaise: 100_000 },
  { ago: 9, back: 3, amountPaise: 3_000_000 },
  { ago: 8, back: 0, amountPaise: 3_000_001 },
  { ago: 7, back: 8, amountPaise: 5_000_001 },
  { ago: 2, back: 0, amountPaise: 2_000 },
];
const proposed = { approvalLimitPaise: 3_000_000, backdatedAfterDays: 4 };

describe('rehearsing the approval rules of a laboratory', () => {
  let desk: FinanceDesk;
  const entries: { entry: Transaction; written: Written }[] = [];
  const now = new Date();

  const daysAgo = (days: number) => {
    const at = new Date(now.getTime() - days * 86_400_000);
    jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(at);
    return businessDay(at, desk.laboratory.timezone);
  };
  const ask = (person: Person, query: object = proposed, laboratoryId = desk.laboratory.id) =>
    desk.app
      .as(person)
      .get('/api/transactions/rehearsal')
      .query({ laboratoryId, ...query });
  const rehearsed = async (query: object = proposed) => {
    const answer = await ask(desk.head, query).expect(200);
    return (answer.body as { data: TransactionRehearsal }).data.periods;
  };

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    for (const one of written) {
      const date = addDays(daysAgo(one.ago), -one.back);
      let entry = await desk.entered(desk.clerk, { date, amountPaise: one.amountPaise });
      if (one.editedAgo !== undefined) {
        daysAgo(one.editedAgo);
        entry = entryOf(await desk.edit(desk.clerk, entry, { description: 'With the right description' }).expect(200));
      }
      entries.push({ entry, written: one });
    }
    daysAgo(0);
    const cancelled = await desk.entered(desk.clerk, { amountPaise: 4_500_000 });
    await desk.cancel(desk.clerk, cancelled._id).expect(200);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    return desk.close();
  });

  it('shows nothing as long as nothing is proposed', async () => {
    const [month, quarter] = await rehearsed({ approvalLimitPaise: 5_000_000 });
    expect(month).toMatchObject({ days: 30, total: 5, judged: 5, changed: 0, rows: [] });
    expect(quarter).toMatchObject({ days: 90, judged: 8, changed: 0, omittedRows: 0 });
    expect(quarter?.after).toEqual(quarter?.before);
  });

  it('judges each rule by itself', async () => {
    const [, byAmount] = await rehearsed({ approvalLimitPaise: 3_000_000 });
    expect(byAmount).toMatchObject({
      before: { aboveLimit: 2, backDated: 2, twoApprovals: 3 },
      after: { aboveLimit: 4, backDated: 2, twoApprovals: 5 },
    });
    const [, byDate] = await rehearsed({ backdatedAfterDays: 90 });
    expect(byDate).toMatchObject({ after: { aboveLimit: 2, backDated: 0, twoApprovals: 2 } });
  });

  it('is for those who may change these policies', async () => {
    await ask(desk.clerk).expect(403);
    await ask(desk.head, proposed, desk.head.id).expect(404);
    const answer = await ask(desk.head, { backdatedAfterDays: 'x' }).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ field: 'backdatedAfterDays' }] });
  });

  it('equals the exceptions of copies that are entered under the saved rules', async () => {
    const [month, quarter] = await rehearsed();

    const path = `/api/laboratories/${desk.laboratory.id}`;
    const answer = await desk.app.as(desk.head).get(path).expect(200);
    const { policies, version } = (answer.body as { data: Laboratory }).data;
    const finance = { ...policies.finance, ...proposed };
    await desk.app
      .as(desk.head)
      .put(path)
      .send({ version, policies: { ...policies, finance } })
      .expect(200);

    const differing: string[] = [];
    for (const { entry, written: one } of entries) {
      daysAgo(one.editedAgo ?? one.ago);
      const copy = await desk.entered(desk.clerk, { date: entry.date, amountPaise: entry.amountPaise });
      const row = quarter?.rows.find((other) => other.entry._id === entry._id);
      const ruling = ({ flags }: Pick<Transaction, 'flags'>) => ({ flags, approvals: approvalsNeeded(flags) });
      expect(row?.before ?? ruling(entry)).toEqual(ruling(entry));
      expect(row?.after ?? ruling(entry)).toEqual(ruling(copy));
      if (row) differing.unshift(entry._id);
      await desk.cancel(desk.clerk, copy._id).expect(200);
    }
    daysAgo(0);
    expect(quarter?.rows.map(({ entry }) => entry._id)).toEqual(differing);
    expect(quarter?.changed).toBe(4);
    expect(month?.rows.map(({ entry }) => entry._id)).toEqual(differing.slice(0, month?.changed));
    expect(month?.changed).toBe(2);
  });
});
