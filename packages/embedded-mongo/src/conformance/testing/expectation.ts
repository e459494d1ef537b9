import { expect } from 'vitest';
import { isFailure } from '../../query/cases/case.js';
import { canonical } from '../../query/testing/run.js';
import { failureOf } from '../../testing/database.js';

/**
 * Compares what a server gives with what a case expects: values with their types and the order of their fields,
 * failures by their code and, where the case has it, their text. MongoDB 7 and 8 put before some texts where they came
 * from (`PlanExecutor error during aggregation :: caused by :: …`), which no manual promises.
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
