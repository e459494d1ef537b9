import {
  type Blocker,
  type ErrorCode,
  errorCatalogue,
  type FieldError,
  type Permission,
  permissionLabel,
  type SecondStep,
} from '@shifa/contract';

type Details = {
  message?: string;
  errors?: FieldError[];
  blockers?: Blocker[];
  conflict?: { current: unknown; changedBy: string | null; changedAt: string };
  /** What a sign-in needs besides the password. */
  secondStep?: SecondStep;
  /** Seconds after which the client can try again. */
  retryAfter?: number;
};

/** A violated business rule. Services throw it with an error code; `ErrorFilter` turns it into the response. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Details = {},
  ) {
    super(details.message ?? errorCatalogue[code].message);
  }

  /** Refuses someone who holds the permission of the route, but not another one that the answer needs. */
  static alsoNeeds(permission: Permission): DomainError {
    const message = `This also needs the permission “${permissionLabel(permission)}”. Ask your administrator for it.`;
    return new DomainError('FORBIDDEN', { message });
  }

  /** An error that concerns one field of the form. */
  static onField(code: ErrorCode, field: string, message: string = errorCatalogue[code].message): DomainError {
    return new DomainError(code, { message, errors: [{ field, message }] });
  }
}
