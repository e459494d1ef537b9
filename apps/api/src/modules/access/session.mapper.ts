import {
  type DisplayPreferences,
  DisplayPreferencesSchema,
  type Session,
  SessionSchema,
  type SessionUser,
  SessionUserSchema,
} from '@shifa/contract';
import { declaredFields } from '../../platform/records/declared-fields';
import type { Actor } from '../../platform/domain/actor';
import { type LaboratoryRow, toHomeLaboratory } from '../laboratories/laboratories.port';
import { type Account, deputyOf } from '../staff/staff.port';
import type { SessionRow } from './session.document';

export function toSession(row: SessionRow, currentId: string): Session {
  return { ...declaredFields(SessionSchema, row), current: row._id.toHexString() === currentId };
}

type Described = {
  laboratory: LaboratoryRow | null;
  actor: Actor;
  display: Partial<DisplayPreferences>;
  secondFactorDueAt: Date | undefined;
  now: Date;
};

export function toSessionUser(
  account: Account,
  { laboratory, actor, display, secondFactorDueAt: dueAt, now }: Described,
): SessionUser {
  return {
    ...declaredFields(SessionUserSchema, account),
    id: account._id.toHexString(),
    avatar: null,
    laboratoryId: laboratory && toHomeLaboratory(laboratory),
    secondFactorNeeded: dueAt ? { dueAt: dueAt.toISOString(), isOverdue: dueAt <= now } : null,
    permissions: actor.permissions,
    deputyOf: deputyOf(actor),
    display: DisplayPreferencesSchema.parse(display),
  };
}
