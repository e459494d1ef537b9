import {
  delegatedPermissions,
  endsSooner,
  hasEnded,
  holdsAtLeast,
  overrideAt,
  type Permission,
  permissions,
  reachOf,
  type ResolvedPermission,
  type ResolvedPermissions,
  resolvePermission,
  resolvePermissions,
  type TimedOverride,
} from '@shifa/contract';
import { Actor, givesControl, type Influence } from '../../platform/domain/actor';
import { objectId } from '../../platform/domain/object-id';
import { addDays, startOfDay } from '../../platform/time/business-day';
import type { UserRow } from './user.document';

/** Within this time, decisions by the account do not count as independent of the person who had the influence. */
const COUNTS_FOR_MS = 30 * 86_400_000;

/** Older influences have expired. */
export function influencesSince(now: Date): Date {
  return new Date(now.getTime() - COUNTS_FOR_MS);
}

export function liveInfluences(influences: readonly Influence[], now: Date): Influence[] {
  return influences.filter(({ at }) => at > influencesSince(now));
}

export type Act = Pick<Influence, 'kind'> & { permissions?: Permission[] };

/**
 * The influences on an account after an act of the actor on it. Those who control the actor's own account gain the
 * same influence through it, so that a chain of accounts hides no one.
 * Computed at these rare writes, so that an approval reads nothing more than the approver's account.
 */
export function withInfluence(
  { _id, influences }: Pick<UserRow, '_id' | 'influences'>,
  actor: Pick<Actor, 'userId' | 'name' | 'influences'>,
  { kind, permissions: granted = [] }: Act,
  now: Date,
): Influence[] {
  const direct = { by: { _id: objectId(actor.userId), name: actor.name }, through: null };
  const inherited = actor.influences.filter(givesControl).map(({ by }) => ({ by, through: actor.name }));
  const added = [direct, ...inherited]
    .filter(({ by }) => !by._id.equals(_id))
    .map((origin): Influence => ({ ...origin, kind, permissions: granted, at: now }));
  return added.reduce(merged, liveInfluences(influences, now));
}

/** One influence per person and kind. */
function merged(others: Influence[], added: Influence): Influence[] {
  const isSame = ({ by, kind }: Influence) => by._id.equals(added.by._id) && kind === added.kind;
  const earlier = others.find(isSame);
  const granted = [...new Set([...(earlier?.permissions ?? []), ...added.permissions])];
  const through = earlier?.through === null ? null : added.through;
  return [...others.filter((influence) => !isSame(influence)), { ...added, permissions: granted, through }];
}

/** The permissions that an account has after the change, and did not have as far before. */
function newlyGranted(
  before: Pick<UserRow, 'role' | 'permissionOverrides'>,
  after: Pick<UserRow, 'role' | 'permissionOverrides'>,
  at: Date,
): Permission[] {
  const resolve = ({ role, permissionOverrides }: typeof before, permission: Permission) =>
    resolvePermission(role, permission, permissionOverrides, at);
  // What was taken away from someone does not pass to them as a deputy either, until that ends.
  const isTaken = ({ permissionOverrides }: typeof before, permission: Permission) =>
    overrideAt(permissionOverrides, permission, at)?.allowed === false;
  return permissions.filter((permission) => {
    const [earlier, later] = [resolve(before, permission), resolve(after, permission)];
    const isLifted = isTaken(before, permission) && !isTaken(after, permission);
    // Also for longer, or sooner again.
    const isLonger = (later.allowed && !holdsAtLeast(earlier, later)) || endsSooner(earlier, later);
    return reachOf(later) > reachOf(earlier) || isLifted || isLonger;
  });
}

type Changing = Pick<UserRow, 'role' | 'permissionOverrides' | 'laboratoryId' | 'status' | 'passwordHash' | 'email'>;

/** What a change of an account is to its independence. */
function influencesOfChange(before: Changing, after: Changing, at: Date): Act[] {
  const granted = newlyGranted(before, after, at);
  const isMoved = String(before.laboratoryId) !== String(after.laboratoryId);
  const isReopened = before.status !== 'active' && after.status === 'active';
  return [
    ...(before.passwordHash === after.passwordHash ? [] : [{ kind: 'reset' as const }]),
    // The owner of the new address can sign in with the provider, and have links to reset the password sent there.
    ...(before.email === after.email ? [] : [{ kind: 'readdressed' as const }]),
    ...(granted.length === 0 ? [] : [{ kind: 'granted' as const, permissions: granted }]),
    ...(isMoved ? [{ kind: 'moved' as const }] : []),
    ...(isReopened ? [{ kind: before.status === 'exited' ? ('rehired' as const) : ('resumed' as const) }] : []),
  ];
}

/** The influences that a change of someone else's account adds; every write of an account passes through here. */
export function withNewInfluences(
  after: Changing & Pick<UserRow, '_id' | 'influences'>,
  { before, actor, at }: { before: Changing; actor: Parameters<typeof withInfluence>[1] | null; at: Date },
): Pick<Partial<UserRow>, 'influences'> {
  const acts = actor && actor.userId !== after._id.toHexString() ? influencesOfChange(before, after, at) : [];
  if (!actor || acts.length === 0) return {};
  const added = (influences: Influence[], act: Act) => withInfluence({ _id: after._id, influences }, actor, act, at);
  return { influences: acts.reduce(added, after.influences) };
}

type Identity = ConstructorParameters<typeof Actor>[0] & { influences: Influence[] };

export type SessionOfActor = {
  sessionId: string;
  sessionEndsAt?: Date;
  confirmedAt?: Date;
  secondFactorDueAt?: Date | undefined;
};

/** An absent approver for whom someone acts, and the last day of the leave; null for a suspension. */
export type StandIn = { approver: UserRow; until: string | null };

/**
 * The account as it acts: with its permissions, the influences that count now, and as deputy of absent approvers, whose
 * own deputies it does not become.
 */
export function toActor(
  account: UserRow,
  session: SessionOfActor,
  now: Date,
  standIns: readonly StandIn[] = [],
): Actor {
  const { _id, name, role, laboratoryId, mustChangePassword, permissionOverrides, influences } = account;
  const identity: Identity = {
    userId: _id.toHexString(),
    name,
    role,
    laboratoryId: laboratoryId?.toHexString() ?? null,
    ...session,
    mustChangePassword,
    permissions: resolvePermissions(role, permissionOverrides, now),
    influences: liveInfluences(influences, now),
    at: now,
    permissionsEndAt: firstEnd([account, ...standIns.map(({ approver }) => approver)], now),
  };
  const own = new Actor(identity);
  if (standIns.length === 0) return own;
  const deputies = standIns.map((standIn) => asDeputy(identity, account, standIn, now));
  const combined = deputies.reduce((held, deputy) => widest(held, deputy.permissions), own.permissions);
  return new Actor({ ...identity, permissions: combined, capacities: [own, ...deputies] });
}

/**
 * The person in the place of the approver, with nothing but what passes to a deputy. Those who influenced the choice
 * of the deputy or on the approver has it on these decisions too.
 */
function asDeputy(own: Identity, account: UserRow, { approver, until }: StandIn, now: Date): Actor {
  const delegated = delegatedPermissions(approver, now, account);
  const deputyOf = { _id: approver._id.toHexString(), name: approver.name, until };
  const resolve = (permission: Permission): ResolvedPermission => {
    const scope = delegated.get(permission)?.scope ?? null;
    if (scope === null) return { allowed: false, scope, source: 'role' };
    const ownScope = own.permissions[permission].scope;
    return { allowed: true, scope, source: 'deputy', deputyOf: { ...deputyOf, ownScope } };
  };
  const inherited = liveInfluences(approver.influences, now).map((influence): Influence => {
    const through = influence.through ?? approver.name;
    return { ...influence, kind: 'granted', permissions: [...delegated.keys()], through };
  });
  return new Actor({
    ...own,
    name: `${own.name} (as deputy of ${approver.name})`,
    role: approver.role,
    permissions: Object.fromEntries(permissions.map((name) => [name, resolve(name)])) as ResolvedPermissions,
    influences: [...own.influences, ...liveInfluences(approver.deputy?.influences ?? [], now), ...inherited],
    deputyOf,
  });
}

/** When the first override of the accounts ends that has effect now. */
function firstEnd(accounts: readonly Pick<UserRow, 'permissionOverrides'>[], now: Date): Date | undefined {
  const ends = accounts
    .flatMap(({ permissionOverrides }) => Object.values(permissionOverrides))
    .flatMap((override) => (typeof override === 'object' && !hasEnded(override, now) ? overrideEnd(override) : []));
  return ends.length === 0 ? undefined : new Date(Math.min(...ends.map((end) => end.getTime())));
}

function overrideEnd({ until, timezone }: TimedOverride): Date {
  return startOfDay(addDays(until, 1), timezone);
}

function widest(held: ResolvedPermissions, added: ResolvedPermissions): ResolvedPermissions {
  return Object.fromEntries(
    permissions.map((name) => [name, reachOf(added[name]) > reachOf(held[name]) ? added[name] : held[name]]),
  ) as ResolvedPermissions;
}
