import type { ErrorCode, Failure, FieldError } from '@shifa/contract';

export const REQUEST_TIMEOUT_MS = 10_000;

/** Why a call did not succeed, when it was not the server's own word. */
export type TransportFailure = 'TIMEOUT' | 'NETWORK';

type FailedBody = Partial<Omit<Failure, 'code'>> & { code?: ErrorCode | TransportFailure; error?: unknown };

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

  constructor(status: number, body: FailedBody = {}) {
    super(body.message ?? 'An error occurred');
    this.status = status;
    this.code = body.code;
    this.explained = body.message !== undefined;
    this.error = typeof body.error === 'string' ? body.error : undefined;
    this.errors = body.errors ?? [];
    this.requestId = body.requestId;
    this.blockers = body.blockers;
    this.conflict = body.conflict;
  }
}

/** The words for a person: the server's own where there are any; where it could not be reached, the given and why. */
export function messageOf(error: unknown, otherwise = 'An error occurred'): string {
  if (!(error instanceof ApiError) || !error.explained) return otherwise;
  return error.status === 0 ? `${otherwise.replace(/\.$/, '')}. ${error.message}` : error.message;
}

/** Whether what was asked for is not there, or not the asker's to see; an address that holds no id asks for nothing. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
