import { RosterPolicySchema } from '@shifa/contract';
import { connect, testDatabaseUri } from '../../../../test/test-database';
import { addRosterPolicies } from './record.document';

it('gives laboratories of earlier versions the rules of a roster, and leaves those of others as they are', async () => {
  const connection = await connect(testDatabaseUri());
  const laboratories = connection.collection('laboratories');
  const own = RosterPolicySchema.parse({ rest: 'forbid', minRestHours: 12 });
  await laboratories.insertMany([
    { code: 'A', policies: { attendance: { graceLateMinutes: 5 } } },
    { code: 'B', policies: { roster: own } },
  ]);
  for (let run = 0; run < 2; run += 1) await addRosterPolicies.up(connection, new AbortController().signal);
  const found = await laboratories.find({}, { projection: { _id: 0 }, sort: { code: 1 } }).toArray();
  expect(found).toEqual([
    { code: 'A', policies: { attendance: { graceLateMinutes: 5 }, roster: RosterPolicySchema.parse({}) } },
    { code: 'B', policies: { roster: own } },
  ]);
  await connection.close();
});
