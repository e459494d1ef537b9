import { Execution, type FoundDocument, type Query } from '../planner/execution.js';
import { fieldsRead } from '../query/aggregate/needed-fields.js';
import { decode, encode, type Document } from '../query/bson.js';
import { parseFilter } from '../query/filter.js';
import { partOf } from '../query/partial.js';
import { compileProjection, includedFields } from '../query/project.js';
import { compileSort } from '../query/sort.js';
import { CursorReply } from '../wire/cursor-reply.js';
import type { Call, Command } from './call.js';
import { Cursor } from './cursors.js';
import { booleanField, documentField, integerField } from './fields.js';

export const find: Command = {
  inTransaction: true,
  async run(call) {
    const query = findQuery(call.body);
    const projection = documentField(call.body, 'projection');
    const shape = compileProjection(projection);
    const collection = call.collection();
    const { namespace } = call;
    if (!collection) return new CursorReply(0, namespace, 'firstBatch', []);
    const whole = Object.keys(projection).length === 0;
    const included = includedFields(projection);
    const shaped = ({ bytes }: FoundDocument): Uint8Array =>
      (included && partOf(bytes, included)) ?? encode(shape(decode(bytes)));
    query.fields = fieldsRead(query.filter, query.sort);
    const execution = new Execution(collection, query, call.view);
    const results = function* (): Generator<Uint8Array | undefined> {
      for (const found of execution.results()) yield found && (whole ? found.bytes : shaped(found));
    };
    const cursor = new Cursor(namespace, results(), collection, call.sent.sessionId, call.transaction);
    return openCursor(call, cursor, {
      batchSize: batchSizeOf(call.body),
      single: booleanField(call.body, 'singleBatch'),
    });
  },
};

/** The query of a find command (or of one that is explained). */
export function findQuery(body: Document): Query {
  const sort = documentField(body, 'sort');
  compileSort(sort);
  return {
    filter: parseFilter(documentField(body, 'filter')),
    sort,
    skip: integerField(body, 'skip', 0),
    limit: integerField(body, 'limit', 0),
  };
}

/** The requested size of the next batch; undefined for the default. */
export function batchSizeOf(body: Document): number | undefined {
  const { batchSize } = body;
  return batchSize === undefined || batchSize === null ? undefined : integerField(body, 'batchSize', 0);
}

/** Opens a cursor on a list of answers. */
export function openList(call: Call, namespace: string, answers: readonly Document[]): Promise<CursorReply> {
  const cursor = new Cursor(namespace, answers.map(encode).values(), undefined, call.sent.sessionId, undefined);
  const batchSize = batchSizeOf(documentField(call.body, 'cursor')) ?? answers.length + 1;
  return openCursor(call, cursor, { batchSize });
}

/** Returns the first batch of a cursor and keeps the cursor for the rest. */
export async function openCursor(
  call: Call,
  cursor: Cursor,
  { batchSize, single = false }: { batchSize: number | undefined; single?: boolean },
): Promise<CursorReply> {
  const batch = await cursor.nextBatch(batchSize, true, () => call.yieldTurn());
  if (single) cursor.close();
  return new CursorReply(call.engine.cursors.keep(cursor), cursor.namespace, 'firstBatch', batch);
}
