import { Execution, type Query } from '../planner/execution.js';
import { fieldsRead } from '../query/aggregate/needed-fields.js';
import { isDocument, type Document } from '../query/bson.js';
import { compareValues } from '../query/compare.js';
import { parseFilter } from '../query/filter.js';
import { keyString } from '../query/keys.js';
import { field, parsePath, type Path } from '../query/paths.js';
import type { Call, Command } from './call.js';
import { documentField, stringField } from './fields.js';

export const count: Command = {
  async run(call) {
    const collection = call.collection();
    if (!collection) return { n: 0 };
    const query = countQuery(call.body);
    const fields = fieldsRead(query.filter, {});
    const execution = new Execution(collection, { ...query, fields, counting: true }, call.view);
    return { n: await countAll(call, execution) };
  },
};

export function countQuery(body: Document): Query {
  return { filter: parseFilter(documentField(body, 'query')), sort: {} };
}

/** The number of documents that a run finds, but not more than `most`. */
export async function countAll(call: Call, execution: Execution, most = Infinity): Promise<number> {
  let total = 0;
  for (const number of execution.counting(most)) {
    if (number === undefined) await call.yieldTurn();
    else total += number;
  }
  return Math.min(total, most);
}

/** The distinct values of a field, in ascending order. */
export const distinct: Command = {
  inTransaction: true,
  async run(call) {
    const path = parsePath(stringField(call.body, 'key'));
    const collection = call.collection();
    if (!collection) return { values: [] };
    const values = new Map<string, unknown>();
    for (const found of new Execution(collection, countQuery(call.body), call.view).results()) {
      if (!found) await call.yieldTurn();
      for (const value of found ? distinctValues(found.document, path, 0) : []) values.set(keyString(value), value);
    }
    return { values: [...values.values()].sort(compareValues) };
  },
};

// An array contributes its elements, one level deep, along the path and at its end.
function* distinctValues(value: unknown, path: Path, at: number): Generator {
  if (at === path.parts.length) {
    if (Array.isArray(value)) yield* value as unknown[];
    else if (value !== undefined) yield value;
  } else if (isDocument(value)) {
    yield* distinctValues(field(value, path.parts[at] ?? ''), path, at + 1);
  } else if (Array.isArray(value)) {
    const position = path.positions[at] ?? -1;
    if (position >= 0) yield* distinctValues(value[position], path, at + 1);
    else for (const element of value) if (isDocument(element)) yield* distinctValues(element, path, at);
  }
}
