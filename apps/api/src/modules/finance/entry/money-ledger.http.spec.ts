import { Ledgers } from '../../../platform/ledger/ledgers';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId } from '../../../platform/domain/object-id';
import { chainOf } from '../../../../test/ledger';
import { entryOf, FinanceDesk } from '../../../../test/finance/finance-desk';

describe('the ledger of money', () => {
  let desk: FinanceDesk;
  let chain: ReturnType<typeof chainOf>;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    chain = chainOf(desk.app, 'money', desk.laboratory._id);
  });
  afterAll(() => desk.app.close());

  it('has a link for every document that a write changes', async () => {
    const { _id: approved } = await desk.approved();
    const { _id: rejected } = await desk.entered(desk.clerk);
    await desk.reject(desk.otherClerk, rejected).expect(200);
    // The contra entry and the original, which refers to it.
    const { _id: contra } = entryOf(await desk.reverse(desk.clerk, approved).expect(201));
    expect(await chain.links()).toEqual([
      [approved, 1],
      [approved, 2],
      [rejected, 1],
      [rejected, 2],
      [contra, 1],
      [approved, 3],
    ]);
    expect(await chain.verified()).toBeNull();
  });

  it('protects who approved and how the approval counts, and not in which words', async () => {
    const { _id } = await desk.approved();
    const ledger = desk.app.services.get(Ledgers).get('money');
    const row = await ledger?.source.repository.findById(LabScope.everywhere(), _id);
    const { approvals } = row as unknown as { approvals: [{ by: object }] };
    const digestWith = (changes: object) =>
      ledger?.digestOf({ ...row, approvals: [{ ...approvals[0], ...changes }] } as never, 'ids');
    const byOf = (changes: object) => ({ by: { ...approvals[0].by, ...changes } });
    expect(digestWith(byOf({ name: 'Former Employee' }))).toBe(digestWith({}));
    expect(digestWith(byOf({ _id: newId() }))).not.toBe(digestWith({}));
    expect(digestWith(byOf({ role: 'super_admin' }))).not.toBe(digestWith({}));
    expect(digestWith({ note: 'A created this account' })).toBe(digestWith({ note: 'B created this account' }));
    expect(digestWith({ note: 'A created this account' })).not.toBe(digestWith({}));
  });

  it('gives the seal of an entry to those who may see it', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const { length } = await chain.links();
    const answer = await desk.app.as(desk.otherClerk).get(`/api/transactions/${_id}/seal`).expect(200);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(answer.body).toMatchObject({ data: { seal: { seq: length, hash } } });
    const elsewhere = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    await desk.app.as(stranger).get(`/api/transactions/${_id}/seal`).expect(404);
  });

  it('has no link of an entry that was refused', async () => {
    const before = await chain.links();
    await desk.post(desk.clerk, { date: '2999-01-01' }).expect(400);
    expect(await chain.links()).toEqual(before);
  });

  it('is one unbroken chain after sixteen people entered at once', async () => {
    const before = (await chain.links()).length;
    await Promise.all(Array.from({ length: 16 }, () => desk.entered(desk.clerk)));
    expect(await chain.links()).toHaveLength(before + 16);
    expect(await chain.verified()).toBeNull();
  });
});
