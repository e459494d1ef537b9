import { type Blocker, type ErrorCode, errorCatalogue, type FieldError } from '@shifa/contract';

type Details = {
  message?: string;
  errors?: FieldError[];
  blockers?: Blocker[];
  conflict?: { current: unknown; changedBy: string | null; changedAt: string };
  /** Seconds after which a repeat makes sense. */
  retryAfter?: number;
};

/** A rule said no. Services throw it by code; the one filter turns it into the answer. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Details = {},
  ) {
    super(details.message ?? errorCatalogue[code].message);
  }

  /** A fault that lands on one field of the form. */
  static onField(code: ErrorCode, field: string, message: string = errorCatalogue[code].message): DomainError {
    return new DomainError(code, { message, errors: [{ field, message }] });
  }
}
