import { afterAll, beforeAll, beforeEach } from 'vitest';
import { TestDatabase } from '../../testing/database.js';

interface Account {
  _id: string;
  balance: number;
}

/** A database for the tests of a file, in which each of them finds the accounts `a` and `b` with a balance of 100. */
export function databaseOfAccounts() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await TestDatabase.start();
  });
  afterAll(() => database.stop());
  const accounts = () => database.db.collection<Account>('accounts');
  beforeEach(async () => {
    await database.db.dropDatabase();
    await accounts().insertMany([
      { _id: 'a', balance: 100 },
      { _id: 'b', balance: 100 },
    ]);
  });
  return { database: () => database, accounts };
}
