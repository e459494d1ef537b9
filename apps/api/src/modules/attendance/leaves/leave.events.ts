import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import type { EntityChanged } from '../../../platform/records/records';
import type { LeaveRow } from './leave.document';

/** Raised within the transaction of every write to a leave. */
export const leaveChanged = eventKind<EntityChanged<LeaveRow>>('leaves.changed');

type LeaveFact = { actor: Actor; row: LeaveRow };

/** Raised within the transaction in which a person requests leave. */
export const leaveRequested = eventKind<LeaveFact>('leave.requested');

/** Raised within the transaction of an approval or a rejection. */
export const leaveDecided = eventKind<LeaveFact>('leave.decided');
