/** The codes of the MongoDB errors that this engine returns, by their names in MongoDB's documentation. */
export const ErrorCode = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  UnsatisfiableWriteConcern: 100,
  WriteConflict: 112,
  ConflictingOperationInProgress: 117,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  TransactionTooOld: 225,
  NotImplemented: 238,
  ConversionFailure: 241,
  SnapshotUnavailable: 246,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  OperationNotSupportedInTransaction: 263,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  BackgroundOperationInProgressForNamespace: 12587,
  OutOfDiskSpace: 14031,
  KeyTooLong: 17280,
} as const;

const NAMES = new Map<number, string>(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** A failure as MongoDB reports it: a code, the code's name (`Location<code>` if it has none) and labels. */
export class MongoError extends Error {
  readonly codeName: string;
  readonly details: Record<string, unknown> = {};

  constructor(
    readonly code: number,
    message: string,
    readonly errorLabels: readonly string[] = [],
  ) {
    super(message);
    this.name = 'MongoError';
    this.codeName = codeNameOf(code);
  }
}

/** The name of a code: `BadValue` for 2, `Location40324` for 40324. */
export function codeNameOf(code: number): string {
  return NAMES.get(code) ?? `Location${code}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Error 2: an argument of the right type with a wrong value. */
export function badValue(message: string): MongoError {
  return new MongoError(ErrorCode.BadValue, message);
}

/** Error 9: a request that cannot be read. */
export function failedToParse(message: string): MongoError {
  return new MongoError(ErrorCode.FailedToParse, message);
}

/** Error 14: an argument of the wrong type. */
export function typeMismatch(message: string): MongoError {
  return new MongoError(ErrorCode.TypeMismatch, message);
}

/** An error to which drivers respond by running the whole transaction again. */
export function transient(code: number, message: string): MongoError {
  return new MongoError(code, message, ['TransientTransactionError']);
}

/** Error 112 */
export function writeConflict(): MongoError {
  return transient(
    ErrorCode.WriteConflict,
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
  );
}
