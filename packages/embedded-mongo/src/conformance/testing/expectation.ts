import { expect } from 'vitest';
import { isFailure } from '../../query/testing/cases/case.js';
import { canonical } from '../../query/testing/run.js';
import { failureOf } from '../../testing/database.js';

/**
 * Compares what a server returns with what a case expects: values including their types and field order; failures by
 * code and, if the case specifies it, by message. MongoDB 7 and 8 prefix some messages with their origin
 * (`PlanExecutor error during aggregation :: caused by :: …`), which is not documented.
 */
export async function expectAnswer(answer: Promise<unknown>, expected: unknown): Promise<void> {
  if (!isFailure(expected)) {
    expect(canonical(await answer)).toBe(canonical(expected));
    return;
  }
  const { code, message } = await failureOf(answer);
  const { message: text } = expected;
  const end = text === undefined ? undefined : message.slice(-text.length);
  expect({ code: Number(code), message: end }).toEqual({ code: expected.code, message: text });
}
