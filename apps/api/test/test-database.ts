import { randomUUID } from 'node:crypto';
import { createConnection, type Connection } from 'mongoose';

/** The address of an empty database that no other test uses. */
export function testDatabaseUri(): string {
  const { TEST_SERVER_URI } = process.env;
  if (!TEST_SERVER_URI) throw new Error("The test database wasn't started");
  const uri = new URL(TEST_SERVER_URI);
  uri.pathname = `/test-${randomUUID()}`;
  return uri.href;
}

/** Opens a separate connection, so that a test can inspect the database directly. */
export async function connect(uri: string): Promise<Connection> {
  return createConnection(uri, { autoIndex: false, autoCreate: false, monitorCommands: true }).asPromise();
}
