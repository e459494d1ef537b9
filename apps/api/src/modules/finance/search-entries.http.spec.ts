import type { TransactionListItem } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { FinanceDesk } from '../../../test/finance/finance-desk';
import { findWordsInPunctuation } from '../../platform/mongo/search-words';

describe('the search for entries', () => {
  let desk: FinanceDesk;
  let id: string;
  let connection: Connection;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    connection = desk.app.services.get<Connection>(getConnectionToken());
    const entry = await desk.entered(desk.clerk, {
      party: 'Dr.Rao "Sunrise" #42',
      description: 'Bill [urgent] -final',
      amountPaise: 123_450,
    });
    id = entry._id;
    await desk.entered(desk.clerk);
  });
  afterAll(() => desk.close());

  const found = async (search: string) => {
    const answer = await desk.app.as(desk.clerk).get('/api/transactions').query({ search }).expect(200);
    return (answer.body as { data: TransactionListItem[] }).data.map(({ _id }) => _id);
  };
  const texts = ['rao', 'dr.rao', 'sunrise', '"Sunrise"', '42', '#42', 'urgent', 'final', 'bill urgent'];

  it.each([...texts, '₹1,234.50', '₹ 1,234.50', 'Rs.1234.50', 'rs 1,234.50'])('finds %s', async (search) => {
    expect(await found(search)).toEqual([id]);
  });

  it('finds entries of earlier versions as well', async () => {
    const words = ['dr.rao', '"sunrise"', '#42', 'bill', '[urgent]', '-final'];
    const entries = connection.collection('transactions');
    await entries.updateOne({ _id: new Types.ObjectId(id) }, { $set: { searchWords: words } });
    expect(await found('sunrise urgent')).toEqual([]);
    await findWordsInPunctuation.up(connection, new AbortController().signal);
    for (const search of texts) expect([search, await found(search)]).toEqual([search, [id]]);
  });
});
