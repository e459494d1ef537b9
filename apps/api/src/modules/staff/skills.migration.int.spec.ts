import { connect, testDatabaseUri } from '../../../test/test-database';
import { addSkills } from './migrations';

it('gives people of earlier versions an empty list of skills, and keeps those of others', async () => {
  const connection = await connect(testDatabaseUri());
  const users = connection.collection('users');
  await users.insertMany([{ name: 'Asha' }, { name: 'Nila', skills: ['PCR'] }]);
  for (let run = 0; run < 2; run += 1) await addSkills.up(connection, new AbortController().signal);
  const found = await users.find({}, { projection: { _id: 0 }, sort: { name: 1 } }).toArray();
  expect(found).toEqual([
    { name: 'Asha', skills: [] },
    { name: 'Nila', skills: ['PCR'] },
  ]);
  await connection.close();
});
