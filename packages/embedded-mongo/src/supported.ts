import { type MongoError, notImplemented } from './query/error.js';

/**
 * What the embedded database supports of MongoDB's languages, by kind: what the application sends, and what its next
 * features are likely to send. Everything else is refused by name. `supported.spec.ts` compares the table with the
 * implementation.
 */
export const SUPPORTED = {
  'expression operator': [
    // Comparison and logic
    '$eq',
    '$ne',
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$and',
    '$or',
    '$not',
    '$cond',
    '$ifNull',
    // Values: sums and differences of amounts, quantities and positions; the month in a day
    '$literal',
    '$add',
    '$subtract',
    '$multiply',
    '$toLong',
    '$first',
    '$in',
    '$substrCP',
  ],
} as const;

/** The error for whatever the table does not list. */
export function refused(kind: keyof typeof SUPPORTED, name: string): MongoError {
  return notImplemented(`The ${kind} ${name}`);
}
