import {
  CONFIRMATION_MINUTES,
  type DeputyOf,
  type Permission,
  type ResolvedPermissions,
  type Role,
  scopes,
} from '@shifa/contract';
import { LabScope } from './lab-scope';
import { type ObjectId, objectId } from './object-id';
import { DomainError } from './domain-error';

/** Someone who could recently act through an account, extended its permissions, or brought it to where it is used. */
export type Influence = {
  by: { _id: ObjectId; name: string };
  kind: 'created' | 'reset' | 'readdressed' | 'granted' | 'moved' | 'resumed' | 'rehired';
  /** The permissions that were granted; empty for the other kinds, which include all of them. */
  permissions: Permission[];
  /** The name of the person through whose account it was done, if `by` has an influence on that one. */
  through: string | null;
  at: Date;
};

/** Whether the person knew the password of the account, and so could act through it. */
export function givesControl({ kind }: Pick<Influence, 'kind'>): boolean {
  return kind === 'created' || kind === 'reset' || kind === 'readdressed';
}

type Identity = {
  userId: string;
  name: string;
  role: Role;
  laboratoryId: string | null;
  sessionId: string;
  mustChangePassword: boolean;
  permissions: ResolvedPermissions;
  /** Influences that still count. */
  influences?: readonly Influence[];
  at?: Date;
  permissionsEndAt?: Date | undefined;
  /** When the session expires, unless it is extended. */
  sessionEndsAt?: Date;
  confirmedAt?: Date;
  secondFactorDueAt?: Date | undefined;
  deputyOf?: DeputyOf;
  capacities?: readonly Actor[];
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
  readonly influences: readonly Influence[];
  readonly sessionEndsAt: Date | undefined;
  /** When the person last signed in or confirmed that it is still them, in this session. */
  readonly confirmedAt: Date | undefined;
  /** By when the person has to add a second factor; undefined if they have one, or need none. */
  readonly secondFactorDueAt: Date | undefined;
  /** When the permissions were resolved; permissions of other people are resolved as of the same instant. */
  readonly at: Date;
  /** When the first of the overrides behind them ends, after which they have to be resolved again. */
  readonly permissionsEndAt: Date | undefined;
  /** The absent approver, where this is the person in the capacity of their deputy. */
  readonly deputyOf: DeputyOf | undefined;
  private readonly separateCapacities: readonly Actor[] | undefined;

  constructor(identity: Identity) {
    this.userId = identity.userId;
    this.name = identity.name;
    this.role = identity.role;
    this.laboratoryId = identity.laboratoryId;
    this.sessionId = identity.sessionId;
    this.mustChangePassword = identity.mustChangePassword;
    this.permissions = identity.permissions;
    this.influences = identity.influences ?? [];
    this.sessionEndsAt = identity.sessionEndsAt;
    this.confirmedAt = identity.confirmedAt;
    this.secondFactorDueAt = identity.secondFactorDueAt;
    this.at = identity.at ?? new Date();
    this.permissionsEndAt = identity.permissionsEndAt;
    this.deputyOf = identity.deputyOf;
    this.separateCapacities = identity.capacities;
  }

  /** As documents keep who did something. */
  get person(): { _id: ObjectId; name: string } {
    return { _id: objectId(this.userId), name: this.name };
  }

  /**
   * The person in each capacity in which they decide: their own first, then as deputy of each absent approver, with the
   * role and the approval permissions of that one. `permissions` of a deputy combine them all: they say what the person
   * sees and can try, and each decision is judged in one capacity.
   */
  get capacities(): readonly Actor[] {
    return this.separateCapacities ?? [this];
  }

  /** The people whose own affairs the person cannot decide in this capacity: themselves and the people they act for. */
  get represented(): readonly string[] {
    return this.deputyOf ? [this.userId, this.deputyOf._id] : [this.userId];
  }

  represents(personId: ObjectId): boolean {
    return this.represented.includes(personId.toHexString());
  }

  /** The latest influence through which one of the people could exercise the permission by this account. */
  influenceBy(people: readonly { _id: ObjectId }[], permission: Permission): Influence | undefined {
    return this.influences
      .filter(({ by, kind, permissions }) => {
        return people.some(({ _id }) => _id.equals(by._id)) && (kind !== 'granted' || permissions.includes(permission));
      })
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  }

  /** The people who could exercise the permission by this account. */
  influencers(permission: Permission): ObjectId[] {
    return this.influences
      .map(({ by }) => by._id)
      .filter((_id) => this.influenceBy([{ _id }], permission) !== undefined);
  }

  /**
   * For what a stolen session must not be enough for.
   * @throws DomainError CONFIRMATION_REQUIRED
   */
  assertConfirmed(now: Date): void {
    const until = (this.confirmedAt?.getTime() ?? 0) + CONFIRMATION_MINUTES * 60_000;
    if (now.getTime() >= until) throw new DomainError('CONFIRMATION_REQUIRED');
  }

  /** Whether the person can do nothing else before they have added a second factor. */
  lacksSecondFactor(now: Date): boolean {
    return this.secondFactorDueAt !== undefined && this.secondFactorDueAt <= now;
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

  /**
   * What two permissions cover together: the narrower scope.
   * @throws DomainError FORBIDDEN without either.
   */
  scopeOfBoth(first: Permission, second: Permission): LabScope {
    const reach = (permission: Permission) => scopes.indexOf(this.permissions[permission].scope ?? 'own');
    const narrower = this.may(second) && reach(second) >= reach(first) ? first : second;
    return this.scope(narrower);
  }
}

/** Finds the person who owns a session. Provided by the access module. */
export abstract class ActorResolver {
  /** Returns `undefined` if the session has ended or its person can no longer sign in. */
  abstract resolve(sessionId: string): Promise<Actor | undefined>;
  /**
   * The person who sends a bearer token.
   * @throws DomainError UNAUTHENTICATED, or ACCOUNT_CLOSED if the session ended with the account.
   */
  abstract authenticate(token: string): Promise<Actor>;
  /** Like `resolve`, but from the bearer token of a socket handshake. */
  abstract fromToken(token: string): Promise<Actor | undefined>;
  /** The milliseconds until an unused session expires; 0 or less once it has ended. Calling this does not extend it. */
  abstract timeLeft(sessionId: string): Promise<number>;
}

/** A paired wall display, which is not a person: it can only fetch codes. */
export class DisplayDevice {
  constructor(
    readonly id: string,
    readonly laboratoryId: string,
    readonly name: string,
  ) {}
}

export type RequestWithActor = { user?: Actor | DisplayDevice };
