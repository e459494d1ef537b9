import { Execution, type FoundDocument, type Query } from '../planner/execution.js';
import { neededFields } from '../query/aggregate/needed-fields.js';
import { decode, encode, type Document } from '../query/bson.js';
import { failedToParse } from '../query/error.js';
import { compileExpression, scopeWith, type Scope } from '../query/expression.js';
import { compileFilter } from '../query/match.js';
import { partOf } from '../query/partial.js';
import { compileProjection, includedFields } from '../query/project.js';
import { compileSort } from '../query/sort.js';
import { CursorReply } from '../wire/cursor-reply.js';
import type { Call, Command } from './command.js';
import { Cursor } from './cursors.js';
import { booleanField, documentField, integerField } from './fields.js';

/** Reads documents through a cursor. */
export const find: Command = {
  names: ['find'],
  fields: [
    'filter',
    'sort',
    'projection',
    'hint',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'let',
    'noCursorTimeout',
    'allowPartialResults',
    'allowDiskUse',
    'oplogReplay',
  ],
  unsupported: ['tailable', 'awaitData', 'returnKey', 'showRecordId', 'min', 'max', 'includeQueryStatsMetrics'],
  inTransaction: true,
  async run(call) {
    const query = findQuery(call, call.body);
    const projection = documentField(call.body, 'projection');
    const shape = compileProjection(projection, query.filter, scopeOf(call, call.body));
    const collection = call.collection();
    const namespace = `${call.database}.${call.collectionName()}`;
    if (!collection) return new CursorReply(0, namespace, 'firstBatch', []);
    const whole = Object.keys(projection).length === 0;
    const included = includedFields(projection);
    const shaped = ({ bytes }: FoundDocument): Uint8Array =>
      (included && partOf(bytes, included)) ?? encode(shape(decode(bytes)));
    query.fields = fieldsOf(query);
    const execution = new Execution(collection, query, call.view);
    const results = function* (): Generator<Uint8Array | undefined> {
      for (const found of execution.results()) yield found && (whole ? found.bytes : shaped(found));
    };
    const cursor = new Cursor(namespace, results(), collection, call.sessionId, call.transaction);
    return openCursor(call, cursor, {
      batchSize: batchSizeOf(call.body),
      single: booleanField(call.body, 'singleBatch'),
    });
  },
};

/** The query of a find command (or of one that is explained). */
export function findQuery(call: Call, body: Document): Query {
  const filter = documentField(body, 'filter');
  const sort = documentField(body, 'sort');
  if (!('$natural' in sort)) compileSort(sort);
  return {
    filter,
    sort,
    hint: hintOf(body),
    skip: integerField(body, 'skip', 0),
    limit: integerField(body, 'limit', 0),
    matches: compileFilter(filter, scopeOf(call, body)),
  };
}

/** The fields that the filter and the sort read; undefined if they may read any. */
export function fieldsOf({ filter, sort }: Query): ReadonlySet<string> | undefined {
  return neededFields([{ $match: filter }, { $sort: sort }, { $count: 'results' }]);
}

/** The variables of a command's `let`, and the current time. */
export function scopeOf(call: Call, body: Document): Scope {
  return scopeWith(call.now, variablesOf(call, body));
}

/** The values of a command's `let`. */
export function variablesOf(call: Call, body: Document): Document {
  const scope = scopeWith(call.now);
  return Object.fromEntries(
    Object.entries(documentField(body, 'let')).map(([name, expression]) => [
      name,
      compileExpression(expression, scope)({}),
    ]),
  );
}

/** A command's hint; an empty one counts as none. */
export function hintOf(body: Document): unknown {
  const { hint } = body;
  if (hint === undefined || hint === null || hint === '') return undefined;
  if (typeof hint !== 'string' && typeof hint !== 'object')
    throw failedToParse('hint must be specified as a string or an object');
  return typeof hint === 'object' && Object.keys(hint).length === 0 ? undefined : hint;
}

/** The requested size of the next batch; undefined for the default. */
export function batchSizeOf(body: Document): number | undefined {
  const { batchSize } = body;
  return batchSize === undefined || batchSize === null ? undefined : integerField(body, 'batchSize', 0);
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
