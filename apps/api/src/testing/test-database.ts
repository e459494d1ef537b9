import { createConnection, type Connection } from 'mongoose';

let number = 0;

/** The address of an empty database that no other test has. */
export function testDatabaseUri(): string {
  const { TEST_SERVER_URI, TEST_RUN, JEST_WORKER_ID } = process.env;
  if (!TEST_SERVER_URI) throw new Error('The test database was not started');
  number += 1;
  const uri = new URL(TEST_SERVER_URI);
  uri.pathname = `/test_${TEST_RUN ?? 'run'}_${JEST_WORKER_ID ?? '0'}_${process.pid}_${number}`;
  return uri.href;
}

/** A connection of the test's own, to look behind the API. */
export async function connect(uri: string): Promise<Connection> {
  return createConnection(uri, { autoIndex: false, autoCreate: false, monitorCommands: true }).asPromise();
}
