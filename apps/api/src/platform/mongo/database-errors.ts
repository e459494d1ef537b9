import { mongo } from 'mongoose';

/** The field whose unique index refused the write, or `undefined` when the error is another. */
export function duplicatedField(error: unknown): string | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) return undefined;
  const [field] = Object.keys((error.keyPattern ?? {}) as Record<string, unknown>);
  // Of many written at once, the driver passes on no more than the words.
  return field ?? /index: (\w+?)_-?1/.exec(error.message)?.[1];
}

/** Whether the database could not be reached, so that the same may succeed a moment later. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof mongo.MongoServerSelectionError || error instanceof mongo.MongoNetworkError;
}
