import { once } from 'node:events';
import type { Blocker, Failure, ServerToClientEvents, TransactionEvent } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { io, type Socket } from 'socket.io-client';
import { ActorResolver } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { type Person } from '../../../test/test-app';
import { entryOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';
import { EnterEntry } from './enter-entry';
import { EntryRepository } from './entry/entry.repository';

type Client = Socket<ServerToClientEvents>;
type Heard = [string, TransactionEvent];

describe('open screens', () => {
  let desk: FinanceDesk;
  const clients: Client[] = [];

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => desk.close());

  async function listening({ token }: Person): Promise<{ heard: Heard[]; settled: () => Promise<unknown> }> {
    const client: Client = io(desk.app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    const heard: Heard[] = [];
    client.onAny((event: string, payload: TransactionEvent) => {
      if (event !== 'notification') heard.push([event, payload]);
    });
    // Earlier events arrive before the response.
    const settled = (): Promise<unknown> => (client as Socket).emitWithAck('leave-laboratory', '0'.repeat(24));
    return { heard, settled };
  }

  it('of people who can view the entry receive its events, and no others do', async () => {
    const elsewhere = await desk.app.laboratory();
    const near = [desk.head, desk.otherClerk];
    const far = [
      await desk.app.person('lab_admin', { laboratoryId: elsewhere._id }),
      await desk.app.person('manager', { laboratoryId: desk.laboratory._id }),
      await desk.app.person('super_admin', { permissionOverrides: { 'transactions.view': false } }),
    ];
    const holders = await Promise.all(near.map(listening));
    const others = await Promise.all(far.map(listening));

    const ordinary = await desk.entered(desk.clerk);
    const edited = entryOf(await desk.edit(desk.clerk, ordinary, { amountPaise: 700 }).expect(200));
    await desk.reject(desk.otherClerk, ordinary._id).expect(200);
    await desk.cancel(desk.clerk, ordinary._id).expect(200);
    const large = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(desk.otherClerk, large._id).expect(200);
    await desk.decide(desk.head, large._id).expect(200);
    await desk.decide(desk.otherHead, large._id).expect(409);
    const contra = entryOf(await desk.reverse(desk.clerk, large._id).expect(201));
    await desk.decide(desk.otherClerk, contra._id).expect(200);
    await desk.decide(desk.head, contra._id).expect(200);

    for (const { heard, settled } of holders) {
      await settled();
      expect(heard.map(([event, { transactionNo, status }]) => [event, transactionNo, status])).toEqual([
        ['transaction:created', ordinary.transactionNo, 'pending'],
        ['transaction:updated', ordinary.transactionNo, 'pending'],
        ['transaction:rejected', ordinary.transactionNo, 'rejected'],
        ['transaction:updated', ordinary.transactionNo, 'cancelled'],
        ['transaction:created', large.transactionNo, 'pending'],
        ['transaction:updated', large.transactionNo, 'partially_approved'],
        ['transaction:approved', large.transactionNo, 'approved'],
        ['transaction:created', contra.transactionNo, 'pending'],
        ['transaction:updated', large.transactionNo, 'approved'],
        ['transaction:updated', contra.transactionNo, 'partially_approved'],
        ['transaction:approved', contra.transactionNo, 'approved'],
        ['transaction:updated', large.transactionNo, 'reversed'],
      ]);
      expect(heard[1]?.[1]).toEqual({
        _id: ordinary._id,
        transactionNo: ordinary.transactionNo,
        type: 'income',
        status: 'pending',
        amountPaise: 700,
        reversalOf: null,
        laboratoryId: desk.laboratory.id,
        version: 2,
        by: { _id: desk.clerk.id, name: desk.clerk.user.name },
        at: edited.updatedAt,
      });
    }
    for (const { heard, settled } of others) {
      await settled();
      expect(heard).toEqual([]);
    }
  });

  it.each([
    [20, 20],
    [21, 1],
  ])('receive, for %d entries created at once, %d events', async (entries, times) => {
    const { heard, settled } = await listening(desk.head);
    const actor = await desk.app.services.get(ActorResolver).fromToken(desk.clerk.token);
    if (!actor) throw new Error('The clerk is signed in');
    const { laboratory } = desk;
    await desk.app.services.get(UnitOfWork).run(async () => {
      const postings = Array.from({ length: entries }, () => ({ laboratory, entry: createTransactionBody() }));
      await desk.app.services.get(EnterEntry).post(actor, postings);
    });
    await settled();
    expect(heard.map(([event]) => event)).toEqual(Array.from({ length: times }, () => 'transaction:created'));
  });
});

describe('a laboratory with pending entries', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterAll(() => desk.close());

  const archive = (id: string) => desk.app.as(desk.head).delete(`/api/laboratories/${id}`);

  it('cannot be archived and keeps its code', async () => {
    const { id } = await desk.app.laboratory();
    const first = await desk.entered(desk.head, { laboratoryId: id });
    const blockersOf = async (): Promise<Blocker[] | undefined> =>
      ((await archive(id).expect(409)).body as Failure).blockers;
    const list = { resource: 'transactions', filter: { status: ['pending', 'partially_approved'] } };
    expect(await blockersOf()).toEqual([{ name: 'pending approval', count: 1, ...list }]);
    const second = await desk.entered(desk.head, { laboratoryId: id, amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(desk.otherHead, second._id).expect(200);
    expect(await blockersOf()).toEqual([{ name: 'pending approvals', count: 2, ...list }]);
    await desk.app.as(desk.head).put(`/api/laboratories/${id}`).send({ code: 'OTHER-1', version: 1 }).expect(409);
    for (const { _id } of [first, second]) await desk.reject(desk.otherHead, _id).expect(200);
    await archive(id).expect(200);
    await desk.edit(desk.head, { ...first, version: 2 }).expect(409);
  });

  it('never has one that was created or resubmitted while it was being archived', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { id } = await desk.app.laboratory();
      const rejected = await desk.entered(desk.head, { laboratoryId: id });
      await desk.reject(desk.otherHead, rejected._id).expect(200);
      const post =
        round % 2 === 0
          ? desk.post(desk.head, { laboratoryId: id })
          : desk.edit(desk.head, { _id: rejected._id, version: 2 });
      const [archived] = await Promise.all([archive(id), post]);
      const entries = desk.app.services.get(EntryRepository);
      const waiting = await entries.count(LabScope.ofLaboratory(id), { status: 'pending' });
      outcomes.add(`${archived.status} with ${waiting} waiting`);
    }
    expect([...outcomes].filter((outcome) => !['200 with 0 waiting', '409 with 1 waiting'].includes(outcome))).toEqual(
      [],
    );
  });
});
