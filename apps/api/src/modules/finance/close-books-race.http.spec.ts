import type { Person } from '../../../test/test-app';
import { codeOf, entryOf, FinanceDesk } from '../../../test/finance/finance-desk';
import { interruptNextTransaction } from '../../../test/interrupt';

type Answer = { status: number; body: unknown };
type Write = (person: Person) => PromiseLike<Answer>;

/** Two transactions at once, each of which has read the books before the other one changes them. */
describe('closing a period while', () => {
  let desk: FinanceDesk;
  const day = '2026-11-20';

  beforeEach(async () => {
    desk = await FinanceDesk.openAt('2026-11-22T10:00:00Z');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const writes: [string, () => Promise<Write>][] = [
    ['an entry is posted', () => Promise.resolve((person) => desk.post(person, { date: day }))],
    [
      'an entry is posted in a laboratory that has others',
      async () => {
        await desk.entered(desk.clerk);
        return (person) => desk.post(person, { date: day });
      },
    ],
    [
      'an entry is moved there',
      async () => {
        const entry = await desk.entered(desk.otherClerk);
        return (person) => desk.edit(person, entry, { date: day });
      },
    ],
    [
      'an entry is approved',
      async () => {
        const { _id } = await desk.entered(desk.otherClerk, { date: day });
        return (person) => desk.decide(person, _id);
      },
    ],
    [
      'a rejected entry is sent again',
      async () => {
        const { _id } = await desk.entered(desk.otherClerk, { date: day });
        const rejected = entryOf(await desk.reject(desk.head, _id).expect(200));
        return (person) => desk.edit(person, rejected, { description: 'Corrected' });
      },
    ],
  ];

  const closings = [
    ['the network', () => desk.closeThrough(day)],
    ['the laboratory', () => desk.closeThrough(day, desk.laboratory.id)],
  ] as const;
  const both = writes.flatMap(([write, prepare]) =>
    closings.map(([whose, closing]) => [write, whose, prepare, closing] as const),
  );

  it.each(both)('%s, of %s: the write restarts and is refused to a lab admin', async (_, _whose, prepare, closing) => {
    const write = await prepare();
    const attempts = interruptNextTransaction(desk.app, closing);
    expect(codeOf(await write(desk.clerk))).toBe('PERIOD_LOCKED');
    expect(attempts()).toBeGreaterThan(0);
  });

  it.each(writes)('%s: the write restarts and flags the entry for a super admin', async (_, prepare) => {
    const write = await prepare();
    const attempts = interruptNextTransaction(desk.app, () => desk.closeThrough(day));
    const { flags } = entryOf(await write(desk.head));
    expect(flags).toContain('locked_period');
    expect(attempts()).toBe(2);
  });

  it.each(writes)('%s, the other way round: the closing restarts, and the entry precedes it', async (_, prepare) => {
    const write = await prepare();
    let answer: Answer | undefined;
    const attempts = interruptNextTransaction(desk.app, async () => {
      answer = await write(desk.clerk);
    });
    await desk.closeThrough(day);
    expect(attempts()).toBe(2);
    expect(answer && entryOf(answer).flags).toEqual([]);
  });

  it('does not make laboratories wait for each other', async () => {
    const other = await desk.app.laboratory();
    for (const laboratoryId of [desk.laboratory.id, other.id]) await desk.entered(desk.head, { laboratoryId });
    const attempts = interruptNextTransaction(desk.app, () => desk.entered(desk.head, { laboratoryId: other.id }));
    await desk.entered(desk.head);
    expect(attempts()).toBe(1);
  });
});
