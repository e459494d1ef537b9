import { isDocument, type Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { refused } from '../supported.js';
import { RunningCall } from './call.js';
import type { Call, Command } from './command.js';
import { deleteCommand } from './delete.js';
import { booleanField, integerField, listField, stringField } from './fields.js';
import { checkBatchSize, insert } from './insert.js';
import { update } from './update.js';

interface Statement {
  name: string;
  command: Command;
  /** The name of the list in the body of the command. */
  list: 'documents' | 'updates' | 'deletes';
  entry: Document;
  namespace: string;
}

/** Writes to several collections in one command, in order; in transactions only. A command of MongoDB 8. */
export const multiBulkWrite: Command = {
  inTransaction: true,
  adminOnly: true,
  async run(call) {
    const statements = statementsOf(call);
    if (!call.transaction) throw refused('option', 'bulkWrite outside of a transaction');
    if (!booleanField(call.body, 'ordered', true)) throw refused('option', 'bulkWrite.ordered: false');
    const counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const batch: Document[] = [];
    for (const [idx, { name, command, list, entry, namespace }] of statements.entries()) {
      const reply = (await command.run(callOn(call, namespace, name, { [list]: [entry] }))) as Document;
      const [failed] = (reply.writeErrors ?? []) as Document[];
      if (failed) {
        batch.push({ ok: 0, ...failed, idx, n: 0 });
        break;
      }
      const n = Number(reply.n);
      const upserted = ((reply.upserted ?? []) as Document[]).length;
      if (list === 'documents') counts.nInserted += n;
      if (list === 'deletes') counts.nDeleted += n;
      if (list === 'updates') {
        counts.nMatched += n - upserted;
        counts.nModified += Number(reply.nModified);
        counts.nUpserted += upserted;
      }
      if (!booleanField(call.body, 'errorsOnly')) batch.push({ ok: 1, idx, n });
    }
    const nErrors = batch.filter(({ ok }) => ok === 0).length;
    return { cursor: { id: 0, ns: 'admin.$cmd.bulkWrite', firstBatch: batch }, nErrors, ...counts };
  },
};

function statementsOf(call: Call): Statement[] {
  const statements = listField(call, 'ops');
  checkBatchSize(statements.length);
  const namespaces = listField(call, 'nsInfo').map((entry) => stringField(entry, 'ns'));
  return statements.map((statement) => {
    const kind = Object.keys(statement)[0] ?? '';
    const namespace = namespaces[integerField(statement, kind, -1)];
    if (namespace === undefined) throw new MongoError(ErrorCode.BadValue, `BulkWrite names no namespace of '${kind}'`);
    const { [kind]: _, document, filter, updateMods, multi, ...options } = statement;
    if (kind === 'insert' && isDocument(document)) {
      return { name: kind, command: insert, list: 'documents', entry: document, namespace };
    }
    if (kind === 'update') {
      return {
        name: kind,
        command: update,
        list: 'updates',
        entry: { q: filter, u: updateMods, multi, ...options },
        namespace,
      };
    }
    if (kind === 'delete') {
      const limit = multi === true ? 0 : 1;
      return {
        name: kind,
        command: deleteCommand,
        list: 'deletes',
        entry: { q: filter, limit, ...options },
        namespace,
      };
    }
    throw new MongoError(ErrorCode.BadValue, `Unrecognized operation in bulkWrite: '${kind}'`);
  });
}

/** The same call for one collection. */
function callOn(call: Call, namespace: string, name: string, body: Document): Call {
  const { engine, connectionId, sessionId, txnNumber, transaction, retry } = call;
  const dot = namespace.indexOf('.');
  return new RunningCall({
    ...{ engine, connectionId, sessionId, txnNumber, transaction, retry, maxTimeMs: 0 },
    database: namespace.slice(0, dot),
    name,
    body: { [name]: namespace.slice(dot + 1), ...body },
    sequences: new Map(),
  });
}
