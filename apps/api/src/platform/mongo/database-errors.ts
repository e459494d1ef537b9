import { mongo } from 'mongoose';

/** The field whose unique index refused the write, or `undefined` when the error is another. */
export function duplicatedField(error: unknown): string | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) return undefined;
  return Object.keys((error.keyPattern ?? {}) as Record<string, unknown>)[0];
}

/** Whether the database could not be reached, so that the same may succeed a moment later. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof mongo.MongoServerSelectionError || error instanceof mongo.MongoNetworkError;
}
