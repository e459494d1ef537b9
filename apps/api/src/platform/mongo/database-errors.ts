import { mongo } from 'mongoose';

/** The field whose unique index rejected the write, or `undefined` for any other error. */
export function duplicatedField(error: unknown): string | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) return undefined;
  const [field] = Object.keys((error.keyPattern ?? {}) as Record<string, unknown>);
  // For bulk writes, the driver reports only the message.
  return field ?? /index: (\w+?)_-?1/.exec(error.message)?.[1];
}

/** Whether the database could not be reached, so that a retry can succeed. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof mongo.MongoServerSelectionError || error instanceof mongo.MongoNetworkError;
}

const KEY_TOO_LONG = 17_280;

/** Whether the embedded database rejected a write because a text is longer than its index entries may be. */
export function isTextTooLong(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === KEY_TOO_LONG;
}
