import {
  hasEnded,
  MAX_PREFERENCES_BYTES,
  type Permission,
  permissions,
  type Preferences,
  type Role,
  roleDefaults,
} from '@shifa/contract';
import type { AuditRow } from '../../platform/audit/audit.document';
import { type Migration, provideMigrations } from '../../platform/mongo/migrations';
import { renewFields } from '../../platform/mongo/renew-fields';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { type Act, influencesSince, withInfluence } from './influences';
import { derivedFields, temporaryPasswordExpiry } from './staff.mapper';
import { PREFERENCES_COLLECTION, type PreferencesRow } from './preferences.repository';
import type { UserRow } from './user.document';

/** For people stored before employment, shifts and search: they joined when their account was created. */
export const addEmployment: Migration = {
  id: '2026-11-21-describe-employment',
  up: async (connection, signal) => {
    const users = connection.collection<UserRow>('users');
    const laboratories = connection.collection<{ timezone: string }>('laboratories');
    const zones = new Map<string, string>();
    for await (const { _id, timezone } of laboratories.find({}, { projection: { timezone: 1 } })) {
      zones.set(_id.toHexString(), timezone);
    }
    for await (const row of users.find({ sortName: { $exists: false } })) {
      signal.throwIfAborted();
      const zone = zones.get(row.laboratoryId?.toHexString() ?? '') ?? NETWORK_TIMEZONE;
      const fields = {
        employmentType: 'permanent' as const,
        joiningDate: businessDay(row.createdAt, zone),
        exitDate: row.status === 'exited' ? businessDay(row.updatedAt, zone) : null,
        exitReason: null,
        shift: null,
        emergencyContact: null,
        preferences: {},
        updatedBy: null,
        ...derivedFields(row),
      };
      await users.updateOne({ _id: row._id }, { $set: fields });
    }
  },
};

/** For people stored before influences on accounts were: reconstructs those that still count from the audit log. */
export const addInfluences: Migration = {
  id: '2026-11-22-influences-on-accounts',
  up: async (connection) => {
    const users = connection.collection<UserRow>('users');
    const now = new Date();
    const influences = new Map<string, UserRow['influences']>();
    const acts = connection
      .collection<AuditRow>('audit')
      .find({ entity: 'user', at: { $gt: influencesSince(now) } })
      .sort({ at: 1, _id: 1 });
    for await (const { by, entityId, at, ...act } of acts) {
      const influence = controlOrGrant(act);
      if (!by || !influence) continue;
      const id = entityId.toHexString();
      const actor = {
        userId: by._id.toHexString(),
        name: by.name,
        influences: influences.get(by._id.toHexString()) ?? [],
      };
      const before = { _id: entityId, influences: influences.get(id) ?? [] };
      influences.set(id, withInfluence(before, actor, influence, at));
    }
    for await (const { _id, lastLogin, mustChangePassword } of users.find({ influences: { $exists: false } })) {
      const fields = {
        influences: influences.get(_id.toHexString()) ?? [],
        lastActivityAt: lastLogin,
        temporaryPasswordExpiresAt: mustChangePassword ? temporaryPasswordExpiry(now) : null,
      };
      await users.updateOne({ _id }, { $set: fields });
    }
  },
};

/** For people who were moved, resumed or rehired before that was an influence on their account. */
export const addInfluencesOfMoves: Migration = {
  id: '2026-11-24-influences-of-moves',
  up: async (connection, signal) => {
    const users = connection.collection<UserRow>('users');
    const acts = connection
      .collection<AuditRow>('audit')
      .find({ entity: 'user', action: 'user.updated', at: { $gt: influencesSince(new Date()) } })
      .sort({ at: 1, _id: 1 });
    for await (const { by, entityId, at, changes } of acts) {
      signal.throwIfAborted();
      const kinds = movesIn(changes);
      if (!by || by._id.equals(entityId) || kinds.length === 0) continue;
      const [author, person] = [await users.findOne({ _id: by._id }), await users.findOne({ _id: entityId })];
      if (!person) continue;
      const influences = author?.influences.filter((influence) => influence.at <= at) ?? [];
      const actor = { userId: by._id.toHexString(), name: by.name, influences };
      const added = kinds.reduce(
        (known, kind) => withInfluence({ _id: entityId, influences: known }, actor, { kind }, at),
        person.influences,
      );
      await users.updateOne({ _id: entityId }, { $set: { influences: added } });
    }
  },
};

/** Finds people by the tail of their employee code. */
const findPeopleByTail: Migration = {
  id: '2026-11-24-find-people-by-tail',
  up: async (connection, signal) => {
    const people = connection.collection<UserRow>('users').find();
    const words = people.map((row) => ({ _id: row._id, searchWords: derivedFields(row).searchWords }));
    await renewFields(connection, 'users', words, signal);
  },
};

/**
 * The looks of the product leave the account, which every list of people reads. Of more than fits now, the lists that
 * were changed longest ago are dropped.
 */
export const movePreferences: Migration = {
  id: '2026-11-24-preferences-of-their-own',
  up: async (connection, signal) => {
    const users = connection.collection<{ preferences?: Omit<PreferencesRow, '_id'> }>('users');
    const preferences = connection.collection<PreferencesRow>(PREFERENCES_COLLECTION);
    const [display, grids] = ['preferences.display', 'preferences.grids'];
    const filter = { $or: [{ [display]: { $exists: true } }, { [grids]: { $exists: true } }] };
    for await (const { _id, preferences: old } of users.find(filter, { projection: { [display]: 1, [grids]: 1 } })) {
      signal.throwIfAborted();
      const stored = { ...(old?.display && { display: old.display }), ...(old?.grids && { grids: latest(old.grids) }) };
      // What the person has said since, where this runs again, is newer.
      await preferences.updateOne({ _id }, { $setOnInsert: stored }, { upsert: true });
      await users.updateOne({ _id }, { $unset: { [display]: '', [grids]: '' } });
    }
  },
};

/** No one is told of permissions that had ended before anyone was. */
export const noteEndedPermissions: Migration = {
  id: '2026-11-25-note-ended-permissions',
  up: async (connection, signal) => {
    const users = connection.collection<UserRow>('users');
    const now = new Date();
    for await (const { _id, version, permissionOverrides } of users.find({ permissionOverrides: { $gt: {} } })) {
      signal.throwIfAborted();
      const ended = Object.entries(permissionOverrides).flatMap(([permission, override]) =>
        typeof override === 'object' && hasEnded(override, now)
          ? [[permission, { ...override, endNotified: true }]]
          : [],
      );
      if (ended.length === 0) continue;
      const noted = { ...permissionOverrides, ...(Object.fromEntries(ended) as UserRow['permissionOverrides']) };
      await users.updateOne({ _id, version }, { $set: { permissionOverrides: noted } });
    }
  },
};

function latest(grids: Preferences['grids']): Preferences['grids'] {
  const kept = Object.entries(grids);
  while (Buffer.byteLength(JSON.stringify({ grids: Object.fromEntries(kept) })) > MAX_PREFERENCES_BYTES) kept.shift();
  return Object.fromEntries(kept);
}

function movesIn(changes: AuditRow['changes']): Act['kind'][] {
  return changes.flatMap(({ field, before, after }): Act['kind'][] => {
    if (field === 'laboratoryId') return ['moved'];
    if (field !== 'status' || after !== 'active') return [];
    return [before === 'exited' ? 'rehired' : 'resumed'];
  });
}

function controlOrGrant({ action, changes }: Pick<AuditRow, 'action' | 'changes'>): Act | undefined {
  if (action === 'user.created') return { kind: 'created' };
  if (action === 'password.issued') return { kind: 'reset' };
  const granted = changes.flatMap(({ field, before, after }): Permission[] => {
    if (field === 'role') return Object.keys(roleDefaults[after as Role]) as Permission[];
    const overridden = permissions.find((permission) => field === `permissionOverrides.${permission}`);
    const isGranted = after === true || (after === undefined && before === false);
    return overridden && isGranted ? [overridden] : [];
  });
  return granted.length === 0 ? undefined : { kind: 'granted', permissions: granted };
}

/** For people stored before the roster asked for skills. */
export const addSkills: Migration = {
  id: '2026-11-26-add-skills',
  up: async (connection) => {
    await connection.collection<UserRow>('users').updateMany({ skills: { $exists: false } }, { $set: { skills: [] } });
  },
};

export const staffMigrations = provideMigrations(
  addEmployment,
  addInfluences,
  addInfluencesOfMoves,
  findPeopleByTail,
  movePreferences,
  noteEndedPermissions,
  addSkills,
);
