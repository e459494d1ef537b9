import { Execution, type Query } from '../planner/execution.js';
import { fieldsRead } from '../query/aggregate/needed-fields.js';
import type { Document } from '../query/bson.js';
import { compareValues } from '../query/compare.js';
import { parseFilter } from '../query/filter.js';
import { keyString } from '../query/keys.js';
import { parsePath, walk } from '../query/paths.js';
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
    // An array contributes its elements, one level deep.
    const add = (value: unknown): boolean => {
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (one !== undefined) values.set(keyString(one), one);
      }
      return false;
    };
    for (const found of new Execution(collection, countQuery(call.body), call.view).results()) {
      if (!found) await call.yieldTurn();
      else walk(found.document, path, false, add);
    }
    return { values: [...values.values()].sort(compareValues) };
  },
};
