import type { ErrorCode, ErrorCodeOf, Failure, FieldError } from '@shifa/contract';

export const REQUEST_TIMEOUT_MS = 10_000;

/** What an error says of a request that no server answered; `messageOf` may put what failed before it. */
export const UNREACHABLE_MESSAGE = "Can't reach the server. Check your connection.";

/** Why a call did not succeed, when it was not the server's own word. */
export type TransportFailure = 'TIMEOUT' | 'NETWORK';

/** A failed answer; nothing in it has been checked, because a proxy may have written it. */
type FailedBody = { [Name in keyof Failure | 'error']?: unknown } & { code?: unknown };

/** A call that failed: what the server said, or that it could not be reached (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | TransportFailure | undefined;
  /** Whether the message says what happened, as the server's does, or only that something did. */
  readonly explained: boolean;
  /** What an answer that is not the product's own calls its error. */
  readonly error: string | undefined;
  readonly errors: FieldError[];
  readonly requestId: string | undefined;
  readonly blockers: Failure['blockers'];
  readonly conflict: Failure['conflict'];
  readonly secondStep: Failure['secondStep'];

  constructor(status: number, body: FailedBody = {}) {
    const message = textIn(body.message);
    super(message ?? 'An error occurred');
    this.status = status;
    this.code = textIn(body.code) as ErrorCode | TransportFailure | undefined;
    this.explained = message !== undefined;
    this.error = textIn(body.error);
    this.errors = fieldErrorsIn(body.errors);
    this.requestId = textIn(body.requestId);
    this.blockers = Array.isArray(body.blockers) ? (body.blockers as Failure['blockers']) : undefined;
    this.secondStep = isRecord(body.secondStep) ? (body.secondStep as Failure['secondStep']) : undefined;
    this.conflict = isRecord(body.conflict) ? (body.conflict as Failure['conflict']) : undefined;
  }
}

/**
 * Whether a call of a route failed with the code. Only the codes that the route declares compile:
 * `failedWith<typeof contract.transactions.create>(error, 'DUPLICATE_ENTRY')`.
 */
export function failedWith<Route>(error: unknown, code: ErrorCodeOf<Route>): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Where a fault of a list of faults may be said to be, and in which words. */
const fieldNames = ['field', 'path', 'param', 'property'] as const;
const messageNames = ['message', 'msg', 'error'] as const;

/**
 * The faults of single fields in any form that servers give them: texts, objects with field and message, or an object
 * with the messages of each field, which may be nested. A fault of no field has the field `''`.
 */
export function fieldErrorsIn(errors: unknown, field = ''): FieldError[] {
  if (typeof errors === 'string') return errors.trim() === '' ? [] : [{ field, message: errors }];
  if (Array.isArray(errors)) return errors.flatMap((error) => fieldErrorsIn(error, field));
  if (!isRecord(errors)) return [];
  const message = messageNames.map((name) => textIn(errors[name])).find((text) => text !== undefined);
  if (message !== undefined) {
    const named = fieldNames.map((name) => pathIn(errors[name])).find((path) => path !== undefined);
    return [{ field: named ?? field, message }];
  }
  return Object.entries(errors).flatMap(([name, inner]) =>
    fieldErrorsIn(inner, field === '' ? name : `${field}.${name}`),
  );
}

function pathIn(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(String).join('.') : textIn(value);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The words for a person: the server's own where there are any; where it could not be reached, what failed, if it is
 * given, and why.
 */
export function messageOf(error: unknown, failed?: string): string {
  if (!(error instanceof ApiError) || !error.explained) return failed ?? 'An error occurred';
  const isReached = error.status !== 0;
  return isReached || failed === undefined ? error.message : `${failed.replace(/\.$/, '')}. ${error.message}`;
}

/** Whether the server did not answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether what was asked for is not there, or not the asker's to see; an address that holds no id asks for nothing. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/**
 * For the end of a removal: what isn't there anymore is removed, by someone else or by a request whose answer was lost.
 * @throws any other error.
 */
export function unlessGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

/** Whether what was there has been taken out of the asker's sight. */
export function isHidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
