import { mongo } from 'mongoose';

/** The fields of the unique index that rejected the write; empty for any other error. */
export function duplicatedFields(error: unknown): string[] {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) return [];
  const fields = Object.keys((error.keyPattern ?? {}) as Record<string, unknown>);
  if (fields.length > 0) return fields;
  // For bulk writes, the driver reports only the message, with the name of the index: `laboratoryId_1_itemCode_1`.
  const [, name = ''] = /index: (\S+)/.exec(error.message) ?? [];
  return name.split(/_-?1(?:_|$)/).filter(Boolean);
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

const OUT_OF_DISK_SPACE = 14_031;

/** Whether the database rejected a write because its disk is full; what is stored is unharmed and can be read. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE;
}
