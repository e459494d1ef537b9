import { Binary } from 'bson';
import { isDocument } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import type { Sessions } from '../session/sessions.js';
import type { Command } from './call.js';

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

export const commitTransaction = ending((sessions, id, txnNumber) => sessions.commit(id, txnNumber));

export const abortTransaction = ending((sessions, id, txnNumber) => sessions.abort(id, txnNumber));

/** A command that ends a transaction and its cursors. */
function ending(end: (sessions: Sessions, sessionId: string, txnNumber: number) => Promise<void> | void): Command {
  return {
    adminOnly: true,
    endsTransaction: true,
    async run({ engine, sent, body, name }) {
      const { sessionId, txnNumber } = sent;
      if (sessionId === undefined || txnNumber === undefined || body.autocommit !== false) {
        throw new MongoError(NOT_IN_TRANSACTION, `${name} must be run within a transaction`);
      }
      engine.cursors.killWhere((cursor) => cursor.transaction !== undefined && cursor.sessionId === sessionId);
      await end(engine.sessions, sessionId, txnNumber);
      return {};
    },
  };
}
