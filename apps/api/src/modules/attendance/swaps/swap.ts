import { type Role, type RosterSwap, RosterSwapSchema, serverEvents, type SwapAction } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { decisionPolicy, type DecisionRules } from '../../../platform/decisions/decider';
import { oneDecision } from '../../../platform/decisions/one-decision';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { actionsFor, lacks, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { eventKind } from '../../../platform/events/domain-events';
import { digestOf } from '../../../platform/ledger/canonical';
import { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { roomOf } from '../../../platform/realtime/rooms';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { toLaboratoryName } from '../../laboratories/laboratories.port';
import { ownRefusal, tooLow, type Subject, Subjects, toAttendancePerson } from '../days/subjects';
import { concerning, SwapRepository, type SwapRow } from '../rosters/swap.repository';

/** Raised within the transaction of every write to a swap. */
const swapsChanged = eventKind<EntityChanged<SwapRow>>('roster-swaps.changed');

/** Swaps of shifts as versioned documents. */
@Injectable()
export class Swaps {
  readonly records: Records<SwapRow, RosterSwap, 'roster-swap:updated'>;

  constructor(
    readonly repository: SwapRepository,
    readonly subjects: Subjects,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'roster-swap',
      noun: 'swap',
      shown: {
        permission: 'attendance.approve',
        of: RosterSwapSchema,
        fields: { personName: false, startsAt: false, decidedContent: false },
      },
      repository,
      notFound: 'SWAP_NOT_FOUND',
      named: { fields: ['personName', 'shift'], as: swapInWords },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (viewer, row) => this.present(viewer, row),
      changed: swapsChanged,
      decisions: oneDecision(digestSwap),
      live: {
        permission: 'attendance.view',
        event: () => 'roster-swap:updated' as const,
        payload: (row, actor) => ({
          ...eventFields(serverEvents['roster-swap:updated'], row, actor),
          day: row.shift.day,
        }),
        rooms: ({ userId, asked }) =>
          [userId, ...asked.map(({ _id }) => _id)].map((id) => roomOf.person(id.toHexString())),
      },
    });
  }

  /**
   * A swap of the viewer’s scope, or one that they are asked about.
   * @throws DomainError SWAP_NOT_FOUND.
   */
  async find(viewer: Actor, id: string): Promise<SwapRow> {
    const own = { _id: objectId(id), ...concerning([objectId(viewer.userId)]) };
    const row =
      (await this.repository.findById(viewer.scope('attendance.view'), id)) ??
      (await this.repository.findOne(LabScope.everywhere(), own));
    if (!row) throw new DomainError('SWAP_NOT_FOUND');
    return row;
  }

  async contextOf(row: SwapRow): Promise<SwapContext> {
    return this.toContext(await this.subjects.of(aboutSwap(row)));
  }

  async present(viewer: Actor, row: SwapRow): Promise<RosterSwap> {
    return this.toSwap(viewer, row, await this.subjects.of(aboutSwap(row)));
  }

  async presentAll(viewer: Actor, rows: readonly SwapRow[]): Promise<RosterSwap[]> {
    const subjectOf = await this.subjects.ofAll(rows.map(aboutSwap));
    return rows.map((row) => this.toSwap(viewer, row, subjectOf(aboutSwap(row))));
  }

  private toContext({ person, author, laboratory }: Subject): SwapContext {
    const roles = [person.role, ...(author ? [author.role] : [])];
    return { roles, now: this.clock.now(), timezone: laboratory.timezone };
  }

  private toSwap(viewer: Actor, row: SwapRow, subject: Subject): RosterSwap {
    const toShift = ({ day, name, code, start, end, breakMinutes, startsAt }: SwapRow['shift']) => ({
      day,
      name,
      code,
      start,
      end,
      breakMinutes,
      startsAt: startsAt.toISOString(),
    });
    return {
      ...declaredFields(RosterSwapSchema, row),
      userId: toAttendancePerson(subject.person),
      laboratoryId: toLaboratoryName(subject.laboratory),
      shift: toShift(row.shift),
      inExchange: row.inExchange && toShift(row.inExchange),
      decidedBy: row.decidedBy?.name ?? null,
      actions: actionsFor(swapPolicy, viewer, row, this.toContext(subject)),
    };
  }
}

/** The colleague who takes the shift takes the place of an author: both are people whom the decision concerns. */
function aboutSwap({ userId, laboratoryId, takenBy }: SwapRow) {
  return { userId, laboratoryId, enteredBy: takenBy?._id ?? null };
}

/** `Asha Rao, Night on Dec 3, 2026` */
export function swapInWords({ personName, shift }: Pick<SwapRow, 'personName' | 'shift'>): string {
  return `${personName}, ${shiftInWords(shift)}`;
}

export function shiftInWords({ name, day }: Pick<SwapRow['shift'], 'name' | 'day'>): string {
  return `${name} on ${formatDay(day)}`;
}

/** The digest of what an approver of a swap decides on. */
export function digestSwap(swap: SwapRow): string {
  const { userId, laboratoryId, shift, inExchange, takenBy, note } = swap;
  return digestOf({ userId, laboratoryId, shift, inExchange, takenBy: takenBy?._id ?? null, note });
}

export type SwapContext = {
  /** Of the people who swap. */
  roles: readonly Role[];
  now: Date;
  timezone: string;
};

export const swapDecisions: DecisionRules<SwapRow, SwapContext> = {
  permission: 'attendance.approve',
  concerned: ({ userId, takenBy }) => [{ _id: userId }, ...(takenBy ? [takenBy] : [])],
  open: (as, row, context) =>
    lacks(as, 'attendance.approve', { laboratoryId: row.laboratoryId, personId: row.userId }) ??
    stateRefusal(row, context, ['accepted']),
  own: (as, { userId, takenBy }) => {
    const concerned = takenBy && as.represents(takenBy._id) ? takenBy._id : userId;
    const refused = ownRefusal(as, concerned, 'OWN_WORK');
    return as.userId === concerned.toHexString()
      ? { ...refused, message: 'This swap is about your own shift, so someone else must decide' }
      : refused;
  },
  further: (as, _, { roles }) => roles.map((role) => tooLow(as, role)).find((refused) => refused !== undefined),
  dependent: 'refused',
  timezoneOf: ({ timezone }) => timezone,
};

/** The person withdraws, colleagues who were asked accept or decline, and an approver decides what was accepted. */
export const swapPolicy: Policy<SwapAction, SwapRow, SwapContext> = {
  accept: (viewer, row, context) => notAsked(viewer, row) ?? stateRefusal(row, context, ['offered']),
  decline: (viewer, row, context) => {
    if (row.status === 'accepted' && row.takenBy?._id.toHexString() !== viewer.userId) {
      return notAsked(viewer, row) ?? stateRefusal(row, context, ['offered']);
    }
    return notAsked(viewer, row) ?? stateRefusal(row, context, ['offered', 'accepted']);
  },
  withdraw: (viewer, row, context) =>
    row.userId.toHexString() === viewer.userId
      ? stateRefusal(row, context, ['offered', 'accepted'])
      : { ...refusal('FORBIDDEN', 'Only the person who requested the swap can withdraw it'), hidden: true },
  approve: decisionPolicy(swapDecisions),
  reject: decisionPolicy(swapDecisions),
};

function notAsked(viewer: Actor, { asked }: SwapRow): Refusal | undefined {
  const own = asked.find(({ _id }) => _id.toHexString() === viewer.userId);
  if (own && !own.declined) return undefined;
  const message = own ? 'You declined this swap' : "You weren't asked to take this shift";
  return { ...refusal(own ? 'SWAP_ENDED' : 'FORBIDDEN', message), hidden: true };
}

/** Why the state of a swap does not allow what is wanted. */
function stateRefusal(row: SwapRow, { now }: SwapContext, wanted: readonly SwapRow['status'][]): Refusal | undefined {
  if (wanted.includes(row.status)) {
    return row.startsAt <= now ? refusal('SWAP_ENDED', 'The shift has already begun') : undefined;
  }
  const by = row.decidedBy?.name ?? 'The system';
  const messages: Record<SwapRow['status'], string> = {
    offered: 'No one has accepted this swap yet',
    accepted: `${row.takenBy?.name ?? 'Someone'} has already accepted this swap`,
    approved: `${by} approved this swap`,
    rejected: `${by} rejected this swap`,
    declined: 'Everyone who was asked has declined',
    withdrawn: `${row.personName} withdrew this swap`,
    ended: row.endedBecause ?? 'This swap is over',
  };
  return { ...refusal('SWAP_ENDED', messages[row.status]), hidden: true };
}
