import type { Permission, ResolvedPermissions, Role } from '@shifa/contract';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LabScope } from '../mongo/lab-scope';
import { DomainError } from './domain-error';

type Identity = {
  userId: string;
  name: string;
  role: Role;
  laboratoryId: string | null;
  sessionId: string;
  mustChangePassword: boolean;
  permissions: ResolvedPermissions;
};

/** The person behind a request, with permissions as they stand now. */
export class Actor {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly laboratoryId: string | null;
  readonly sessionId: string;
  readonly mustChangePassword: boolean;
  readonly permissions: ResolvedPermissions;

  constructor(identity: Identity) {
    this.userId = identity.userId;
    this.name = identity.name;
    this.role = identity.role;
    this.laboratoryId = identity.laboratoryId;
    this.sessionId = identity.sessionId;
    this.mustChangePassword = identity.mustChangePassword;
    this.permissions = identity.permissions;
  }

  may(permission: Permission): boolean {
    return this.permissions[permission].allowed;
  }

  /**
   * How far a permission reaches, for the repositories.
   * @throws DomainError FORBIDDEN without the permission.
   */
  scope(permission: Permission): LabScope {
    const { allowed, scope } = this.permissions[permission];
    if (!allowed || scope === null) throw new DomainError('FORBIDDEN');
    if (scope === 'all') return LabScope.everywhere();
    if (this.laboratoryId === null) throw new DomainError('FORBIDDEN');
    return scope === 'own'
      ? LabScope.ofPerson(this.laboratoryId, this.userId)
      : LabScope.ofLaboratory(this.laboratoryId);
  }
}

/** Turns a session into the person behind it; the access module provides it. */
export abstract class ActorResolver {
  /** `undefined` once the session has ended or its person may no longer sign in. */
  abstract resolve(sessionId: string): Promise<Actor | undefined>;
  /** As `resolve`, from the bearer token of a socket's handshake. */
  abstract fromToken(token: string): Promise<Actor | undefined>;
}

export type RequestWithActor = { user?: Actor };

/** The actor of a route that is not public. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { user } = context.switchToHttp().getRequest<RequestWithActor>();
  if (!user) throw new DomainError('UNAUTHENTICATED');
  return user;
});
