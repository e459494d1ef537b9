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

  /** The write came too late: told with who was faster, when, and the document as it stands now. */
  static versionConflict(
    noun: string,
    { updatedBy, updatedAt }: { updatedBy: string | null; updatedAt: Date },
    current: unknown,
  ): DomainError {
    return new DomainError('VERSION_CONFLICT', {
      message: `${updatedBy ?? 'The system'} changed this ${noun} in the meantime`,
      conflict: { current, changedBy: updatedBy, changedAt: updatedAt.toISOString() },
    });
  }

  /** A fault that lands on one field of the form. */
  static onField(code: ErrorCode, field: string, message: string = errorCatalogue[code].message): DomainError {
    return new DomainError(code, { message, errors: [{ field, message }] });
  }
}
