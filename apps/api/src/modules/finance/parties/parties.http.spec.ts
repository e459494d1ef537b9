import type { PartySuggestion } from '@shifa/contract';
import { addDays } from '../../../platform/time/business-day';
import type { Person } from '../../../../test/test-app';
import { connect } from '../../../../test/test-database';
import { FinanceDesk } from '../../../../test/finance/finance-desk';
import { dropNetworkParties } from '../migrations';
import { joinPartiesBySpaces } from './party-keys.migration';
import { PartyRepository } from './party.repository';

const rent = { type: 'expense', category: 'rent', paymentMethod: 'cash' } as const;
const taxes = { type: 'expense', category: 'taxes', paymentMethod: 'card' } as const;

describe('suggested parties', () => {
  let desk: FinanceDesk;
  let elsewhere: Person;
  const today = '2026-11-22';
  const day = (ago: number) => addDays(today, -ago);

  beforeEach(async () => {
    desk = await FinanceDesk.openAt(`${today}T10:00:00Z`);
    const other = await desk.app.laboratory();
    elsewhere = await desk.app.person('lab_admin', { laboratoryId: other._id });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const suggested = async (query: object = {}, person: Person = desk.clerk) => {
    const response = await desk.app.as(person).get('/api/transactions/parties').query(query).expect(200);
    return (response.body as { data: PartySuggestion[] }).data;
  };
  const names = async (query: object = {}, person: Person = desk.clerk) =>
    (await suggested(query, person)).map(({ party, uses }) => `${party} ${uses}`);
  const at = (person: Person) => person.user.laboratoryId?.toHexString();
  const enter = (body: object, person = desk.clerk) =>
    desk.entered(person, { laboratoryId: at(person), confirmDuplicate: true, ...body });

  it('match the beginning of any word regardless of case, most used first', async () => {
    await enter({ party: 'City Hospital' });
    await enter({ party: 'Apollo Clinic (City)' });
    await enter({ party: 'apollo clinic (CITY)' });
    await enter({ party: 'Velocity Couriers' });
    await enter({ party: null });
    expect(await names({ search: 'cit' })).toEqual(['apollo clinic (CITY) 2', 'City Hospital 1']);
    expect(await names({ search: 'clinic apo' })).toEqual(['apollo clinic (CITY) 2']);
    expect(await names()).toHaveLength(3);
    expect(await names({ search: 'nobody' })).toEqual([]);
  });

  it('are at most ten', async () => {
    for (let number = 0; number < 11; number += 1) await enter({ party: `Party ${number}` });
    expect(await names({ search: 'party' })).toHaveLength(10);
  });

  it('of a type have the fields of their latest entry', async () => {
    await enter({ party: 'Das & Sons', ...rent, date: day(3) });
    await enter({ party: 'Das & Sons', ...taxes, date: day(5) });
    await enter({ party: 'Das & Sons', paymentMethod: 'wallet', date: day(1) });
    expect(await suggested({ type: 'expense' })).toEqual([
      { party: 'Das & Sons', category: 'rent', paymentMethod: 'cash', uses: 2, lastUsedOn: day(3) },
    ]);
    expect(await suggested()).toEqual([
      { party: 'Das & Sons', category: 'test_fees', paymentMethod: 'wallet', uses: 3, lastUsedOn: day(1) },
    ]);
  });

  it('follow edits, cancellations and resubmissions', async () => {
    await enter({ party: 'Landlord', ...taxes, date: day(4) });
    const last = await enter({ party: 'Landlord', ...rent, date: day(1) });
    const edited = await desk.edit(desk.clerk, last, { date: day(5) }).expect(200);
    expect(await suggested()).toMatchObject([{ category: 'taxes', uses: 2, lastUsedOn: day(4) }]);
    const { version } = (edited.body as { data: { version: number } }).data;
    await desk.edit(desk.clerk, { _id: last._id, version }, { party: 'LANDLADY' }).expect(200);
    expect(await names()).toEqual(['LANDLADY 1', 'Landlord 1']);
    await desk.cancel(desk.clerk, last._id).expect(200);
    expect(await names()).toEqual(['Landlord 1']);
    const rejected = await enter({ party: 'Landlord', ...rent });
    await desk.reject(desk.otherClerk, rejected._id).expect(200);
    const { version: now } = await desk.read(rejected._id);
    await desk.edit(desk.clerk, { _id: rejected._id, version: now }, { party: null }).expect(200);
    expect(await suggested()).toMatchObject([{ party: 'Landlord', category: 'taxes', uses: 1 }]);
  });

  it('do not come from contra entries', async () => {
    const { _id } = await desk.approved({ party: 'Payer', amountPaise: 100 });
    await desk.reverse(desk.clerk, _id, 'Entered for the wrong day').expect(201);
    expect(await names()).toEqual(['Payer 1']);
  });

  it('are rolled back with the entry', async () => {
    await desk.post(desk.clerk, { party: 'Too late', date: addDays(today, 1) }).expect(400);
    expect(await names()).toEqual([]);
  });

  it('of two laboratories are written at the same time', async () => {
    // The very first entries of laboratories do wait for each other.
    await enter({ party: null });
    await enter({ party: null }, elsewhere);
    const parties = desk.app.services.get(PartyRepository);
    const save = parties.save.bind(parties);
    const writes = jest.spyOn(parties, 'save').mockImplementation(async (rows) => {
      // While the first entry is being written, another laboratory's entry of the same party is written completely.
      if (writes.mock.calls.length === 1) await enter({ party: 'Shared' }, elsewhere);
      await save(rows);
    });
    for (let round = 0; round < 2; round += 1) {
      writes.mockClear();
      await enter({ party: 'Shared' });
      // Neither restarted.
      expect(writes).toHaveBeenCalledTimes(2);
    }
    expect(await names({}, desk.head)).toEqual(['Shared 4']);
  });

  it('of the network before laboratories had their own are removed', async () => {
    await enter({ party: 'Shared' });
    const connection = await connect(desk.app.mongodbUri);
    const parties = connection.collection('parties');
    const [{ _id, ...party } = { _id: null }] = await parties.find().toArray();
    await parties.insertOne({ ...party, laboratoryId: null });
    await dropNetworkParties.up(connection, new AbortController().signal);
    expect(await parties.find({}, { projection: { _id: 1 } }).toArray()).toEqual([{ _id }]);
    await connection.close();
  });

  it('are one, however many spaces are between their words', async () => {
    await enter({ party: 'Das  &  Sons', date: day(3) });
    await enter({ party: 'das & sons', date: day(1) });
    expect(await names()).toEqual(['das & sons 2']);
    const listed = await desk.app.as(desk.clerk).get('/api/transactions').query({ party: 'Das &   Sons' }).expect(200);
    expect(listed.body).toMatchObject({ pagination: { total: 2 } });
  });

  it('that spaces told apart before are joined', async () => {
    const [two, one] = [await enter({ party: 'Das  & Sons', date: day(1) }), await enter({ party: 'Das & Sons' })];
    const lone = await enter({ party: 'City  Clinic' });
    const cancelled = await enter({ party: 'Das  & Sons' });
    await desk.cancel(desk.clerk, cancelled._id).expect(200);
    const connection = await connect(desk.app.mongodbUri);
    const parties = connection.collection('parties');
    const read = () =>
      parties.find({}, { projection: { _id: 0, version: 0, updatedAt: 0 }, sort: { partyKey: 1 } }).toArray();
    const expected = await read();
    // As they were stored: the entries with their own keys, and a party for each of them.
    const entries = connection.collection('transactions');
    for (const { _id, party } of [two, lone, cancelled]) {
      await entries.updateOne(
        { transactionNo: (await desk.read(_id)).transactionNo },
        { $set: { partyKey: party?.toLowerCase() } },
      );
    }
    const joined = await parties.findOne({ partyKey: 'das & sons' });
    if (!joined) throw new Error('No such party');
    const last = (joined['last'] as { income: { date: string; party: string } }).income;
    const uses = { all: 1, income: 1, expense: 0 };
    const earlier = { ...last, date: one.date, party: 'Das & Sons' };
    await parties.updateOne({ partyKey: 'das & sons' }, { $set: { uses, last: { income: earlier, expense: null } } });
    const { _id: _, ...copied } = joined;
    await parties.insertOne({ ...copied, partyKey: 'das  & sons', uses, last: { income: last, expense: null } });
    await parties.updateOne({ partyKey: 'city clinic' }, { $set: { partyKey: 'city  clinic' } });
    for (let run = 0; run < 2; run += 1) {
      await joinPartiesBySpaces.up(connection, new AbortController().signal);
      expect(await read()).toEqual(expected);
      expect(await entries.countDocuments({ partyKey: { $regex: '  ' } })).toBe(0);
    }
    await connection.close();
  });

  it('come from the own laboratory, the given one, or the whole network', async () => {
    await enter({ party: 'Shared', date: day(2) });
    await enter({ party: 'Here' });
    await enter({ party: 'SHARED', ...rent }, elsewhere);
    await enter({ party: 'There' }, elsewhere);
    await enter({ party: 'There' }, elsewhere);
    expect(await names()).toEqual(['Here 1', 'Shared 1']);
    expect(await names({ laboratoryId: at(elsewhere) })).toEqual([]);
    expect(await names({}, desk.head)).toEqual(['SHARED 2', 'There 2', 'Here 1']);
    expect(await names({ laboratoryId: at(elsewhere) }, desk.head)).toEqual(['There 2', 'SHARED 1']);
  });
});
