import type {
  DecisionBody,
  Decisions,
  DecisionsBody,
  Page,
  RosterSwap,
  SwapConflict,
  SwapListQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { Decider } from '../../../platform/decisions/decider';
import { decided } from '../../../platform/decisions/one-decision';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import type { InSteps } from '../../../platform/idempotency/idempotency';
import { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { decideEach } from '../../../platform/records/decide-each';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { OPEN_SWAPS, type SwapRow, concerning } from '../rosters/swap.repository';
import { toPublishedValue, toValue } from '../roster-planning/cells';
import { PublishedChanges } from '../roster-planning/published-changes';
import { ROSTER_LOCK } from '../roster-planning/shift-types';
import { conflictingWork, isStill, type Move, movesOf, type Plans, SwapChecks, wordsFor } from './swap-checks';
import { SwapNotices } from './swap-notices';
import { digestSwap, swapDecisions, swapInWords, swapPolicy, Swaps } from './swap';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

type Answer = 'accept' | 'decline' | 'withdraw';
/** Planners stay out, and no one clocks in on a day while it changes. */
const LOCKS = [ROSTER_LOCK, ATTENDANCE_LOCK];

/** Answers to swap requests, and decisions on them. */
@Injectable()
export class AnswerSwap {
  constructor(
    private readonly store: Swaps,
    private readonly checks: SwapChecks,
    private readonly changes: PublishedChanges,
    private readonly notices: SwapNotices,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: SwapListQuery): Promise<Page<RosterSwap>> {
    const scope = actor.scope('attendance.view');
    const isOwn = query.mine === true || scope.userId !== null;
    const decidable =
      query.waitingForMe && (await this.store.subjects.decidableBy(actor, 'attendance.approve', 'takenBy._id'));
    const further = {
      $and: [
        ...(isOwn ? [concerning([objectId(actor.userId)])] : []),
        ...(decidable ? [{ status: 'accepted', startsAt: { $gt: this.clock.now() } }, decidable] : []),
      ],
    };
    const filter = further.$and.length > 0 ? further : {};
    // What one was asked about belongs to others; `concerning` keeps to the viewer.
    const { items, ...total } = await this.store.repository.list(isOwn ? LabScope.everywhere() : scope, query, filter);
    return { items: await this.store.presentAll(actor, items), ...total };
  }

  async get(actor: Actor, id: string): Promise<RosterSwap> {
    return this.store.present(actor, await this.store.find(actor, id));
  }

  /** @throws DomainError SWAP_NOT_FOUND. */
  async conflicts(actor: Actor, id: string): Promise<SwapConflict[]> {
    const row = await this.store.find(actor, id);
    if (!isOpen(row)) return [];
    const colleagueId =
      row.takenBy?._id.toHexString() ?? (row.userId.toHexString() === actor.userId ? undefined : actor.userId);
    const { laboratory, two, plans } = await this.planOf(row, colleagueId);
    const reasonOf = wordsFor(actor, laboratory);
    const moves = movesOf(row, colleagueId ?? '');
    return two.flatMap((person) => {
      const who = { _id: person._id.toHexString(), name: person.name };
      return plans.conflictsOf(person, moves).map((conflict) => {
        const { day, kind, effect } = conflict;
        return { person: who, day, kind, effect, reason: reasonOf(person, conflict) };
      });
    });
  }

  /**
   * The colleague’s or the person’s own answer.
   * @throws DomainError SWAP_NOT_FOUND, SWAP_ENDED, FORBIDDEN, VERSION_CONFLICT, and on accepting ROSTER_HAS_CONFLICTS,
   *   ROSTER_DAY_RECORDED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async answer(actor: Actor, id: string, action: Answer, version: number | undefined): Promise<RosterSwap> {
    const { laboratoryId } = await this.store.find(actor, id);
    return this.unitOfWork.exclusive(LOCKS, laboratoryId.toHexString(), async () => {
      const before = await this.store.find(actor, id);
      const { records } = this.store;
      await records.assertAllowed(actor, before, swapPolicy[action](actor, before, await this.store.contextOf(before)));
      await records.assertVersion(actor, before, version);
      if (action === 'accept') {
        await this.laboratories.getForNewRecords(LabScope.ofLaboratory(laboratoryId.toHexString()));
        await this.assertPossible(actor, before, actor.userId);
      }
      const write = { actor, action: auditAction[action] };
      const after = await records.write(LabScope.everywhere(), before, changesFor(before, actor, action), write);
      if (action === 'accept') await this.notices.accepted(actor, after);
      if (action === 'withdraw') await this.notices.withdrawn(actor, before);
      if (action === 'decline') {
        await this.notices.declined(actor, after, after.asked.filter(({ declined }) => !declined).length);
      }
      return this.store.present(actor, after);
    });
  }

  /**
   * @throws DomainError SWAP_NOT_FOUND, SWAP_ENDED, OWN_WORK, APPROVER_TOO_LOW, APPROVER_DEPENDENT, VERSION_CONFLICT,
   *   ROSTER_HAS_CONFLICTS, ROSTER_DAY_RECORDED.
   */
  async decide(actor: Actor, id: string, body: DecisionBody): Promise<RosterSwap> {
    const scope = actor.scope('attendance.approve');
    const version = await this.store.records.versionToDecide(scope, id, body.version);
    const current = await this.store.records.getOrThrow(scope, id);
    return this.unitOfWork.exclusive(LOCKS, current.laboratoryId.toHexString(), () =>
      this.store.records.change(
        actor,
        id,
        version,
        {
          permission: 'attendance.approve',
          action: body.approved ? 'approved' : 'rejected',
          decision: async (before) => Decider.judged(swapDecisions, actor, before, await this.store.contextOf(before)),
          also: async (before, after) => {
            if (body.approved) await this.publish(actor, before);
            await this.notices.decided(actor, after);
          },
        },
        (before, as) => decided(as, body, digestSwap(before), this.clock.now()),
      ),
    );
  }

  /** @throws DomainError SWAP_NOT_FOUND if any of them is outside the scope; then none is decided. */
  decideMany(actor: Actor, body: DecisionsBody): InSteps<Decisions> {
    return decideEach(this.store.records, actor.scope('attendance.approve'), body, {
      decide: (id, decision) => this.decide(actor, id, decision),
      describe: (row) => ({ name: swapInWords(row) }),
    });
  }

  /** Writes what the swap changes as a publication of its own. */
  private async publish(actor: Actor, row: SwapRow): Promise<void> {
    const colleagueId = row.takenBy?._id.toHexString();
    if (colleagueId === undefined) throw new DomainError('SWAP_ENDED');
    const { laboratory, plans, two } = await this.assertPossible(actor, row, colleagueId);
    const moves = movesOf(row, colleagueId);
    const writes = moves.flatMap((move) => {
      const person = two.find(({ _id }) => _id.toHexString() === move.userId);
      return person ? [toCellWrite(plans, person, move)] : [];
    });
    const days = moves.map(({ day }) => day).toSorted();
    await this.changes.write(actor, laboratory, { from: days[0] ?? '', to: days.at(-1) ?? '' }, writes);
  }

  /** @throws DomainError ROSTER_HAS_CONFLICTS, ROSTER_DAY_RECORDED, SWAP_ENDED where the roster has changed. */
  private async assertPossible(actor: Actor, row: SwapRow, colleagueId: string) {
    const planned = await this.planOf(row, colleagueId);
    const { laboratory, two, plans } = planned;
    const reasonOf = wordsFor(actor, laboratory);
    const [owner, colleague] = two;
    if (!owner || !colleague) throw new DomainError('SWAP_ENDED', { message: 'One of the two has left' });
    const isSame =
      isStill(plans.cell(owner, row.shift.day), row.shift) &&
      (!row.inExchange || isStill(plans.cell(colleague, row.inExchange.day), row.inExchange));
    if (!isSame)
      throw new DomainError('SWAP_ENDED', { message: 'The roster has changed, so this swap no longer fits' });
    const moves = movesOf(row, colleagueId);
    const errors = two.flatMap((person) => {
      const busy = conflictingWork(plans, person, row, person === owner);
      const found = plans.conflictsOf(person, moves).filter(({ effect }) => effect === 'forbid');
      return [
        ...(busy === undefined ? [] : [{ field: 'day', message: `${person.name} ${busy}` }]),
        ...found.map((conflict) => ({
          field: 'day',
          message: `${person.name}, ${formatDay(conflict.day)}: ${reasonOf(person, conflict)}`,
        })),
      ];
    });
    const [first] = errors;
    if (first)
      throw new DomainError('ROSTER_HAS_CONFLICTS', { message: `This swap isn't possible. ${first.message}.`, errors });
    const names = new Map(two.map(({ _id, name }) => [_id.toHexString(), name]));
    const ids = two.map(({ _id }) => _id);
    await this.checks.assertNotRecorded(moves, (id) => names.get(id) ?? 'Someone', ids);
    return planned;
  }

  /** The two people, the owner first; only the owner where no one else is known yet. */
  private async planOf(row: SwapRow, colleagueId: string | undefined) {
    const ids = [row.userId.toHexString(), ...(colleagueId === undefined ? [] : [colleagueId])];
    const found = await this.people.findPeople(LabScope.ofLaboratory(row.laboratoryId.toHexString()), ids);
    const two = ids.flatMap((id): Account[] =>
      found.filter(({ _id, status }) => status === 'active' && _id.toHexString() === id),
    );
    const laboratory = await this.laboratories.getInScope(LabScope.everywhere(), row.laboratoryId.toHexString());
    const days = [row.shift.day, row.inExchange?.day ?? row.shift.day].toSorted();
    const plans = await this.checks.plans(laboratory, two, { from: days[0] ?? '', to: days[1] ?? '' });
    return { laboratory, two, plans };
  }
}

const auditAction = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

export function isOpen({ status }: Pick<SwapRow, 'status'>): boolean {
  return OPEN_SWAPS.some((each) => each === status);
}

function changesFor(before: SwapRow, actor: Actor, action: Answer): Partial<SwapRow> {
  if (action === 'withdraw') return { status: 'withdrawn' };
  if (action === 'accept') return { status: 'accepted', takenBy: actor.person };
  const asked = before.asked.map((one) => (one._id.toHexString() === actor.userId ? { ...one, declined: true } : one));
  const status = asked.every(({ declined }) => declined) ? 'declined' : 'offered';
  return { asked, takenBy: null, status };
}

/** A draft that differs from what is published is a plan of its own, and stays. */
export function toCellWrite(plans: Plans, person: Account, { day, value }: Move) {
  const before = plans.cell(person, day) ?? null;
  const planned = before ? toValue(before.draft) : null;
  const published = before?.published ? toPublishedValue(before.published) : null;
  const isPlanned = planned !== published;
  const draft = value.value === 'shift' ? value.shiftTypeId : value.value === 'off' ? ('off' as const) : null;
  return { userId: person._id, day, before, published: value, ...(!isPlanned && { draft }) };
}
