import type { Permission, ResolvedPermissions, Role } from '@shifa/contract';
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

/** The person who makes a request, with their current permissions. */
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
   * The laboratories that a permission covers, for use with the repositories.
   * @throws DomainError FORBIDDEN if the person does not have the permission.
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

/** Finds the person who owns a session. Provided by the access module. */
export abstract class ActorResolver {
  /** Returns `undefined` if the session has ended or its person may no longer sign in. */
  abstract resolve(sessionId: string): Promise<Actor | undefined>;
  /** Like `resolve`, but from the bearer token of a socket handshake. */
  abstract fromToken(token: string): Promise<Actor | undefined>;
}

export type RequestWithActor = { user?: Actor };
