import { Binary } from 'bson';
import { isDocument } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import type { Call, Command } from './call.js';

const NOT_IN_TRANSACTION = 50768;

/** The key under which a driver's session is stored: its id in hexadecimal. */
export function sessionIdOf(lsid: unknown): string | undefined {
  return isDocument(lsid) && lsid.id instanceof Binary ? Buffer.from(lsid.id.buffer).toString('hex') : undefined;
}

/** Ends sessions along with their transactions and cursors. */
export const endSessions: Command = {
  async run(call) {
    const list: unknown = call.body[call.name];
    const ids = (Array.isArray(list) ? list : []).flatMap((lsid: unknown) => sessionIdOf(lsid) ?? []);
    const ended = new Set(ids);
    call.engine.cursors.killWhere(({ sessionId }) => sessionId !== undefined && ended.has(sessionId));
    await call.engine.sessions.end(ids);
    return {};
  },
};

export const commitTransaction: Command = {
  adminOnly: true,
  endsTransaction: true,
  async run(call) {
    const { sessionId, txnNumber } = transactionOf(call);
    closeCursors(call);
    await call.engine.sessions.commit(sessionId, txnNumber);
    return {};
  },
};

export const abortTransaction: Command = {
  adminOnly: true,
  endsTransaction: true,
  run(call) {
    const { sessionId, txnNumber } = transactionOf(call);
    closeCursors(call);
    call.engine.sessions.abort(sessionId, txnNumber);
    return {};
  },
};

function transactionOf({ sent, body, name }: Call): { sessionId: string; txnNumber: number } {
  const { sessionId, txnNumber } = sent;
  if (sessionId === undefined || txnNumber === undefined || body.autocommit !== false) {
    throw new MongoError(NOT_IN_TRANSACTION, `${name} must be run within a transaction`);
  }
  return { sessionId, txnNumber };
}

function closeCursors(call: Call): void {
  call.engine.cursors.killWhere(
    (cursor) => cursor.transaction !== undefined && cursor.sessionId === call.sent.sessionId,
  );
}
