import type {
  DecisionBody,
  Decisions,
  DecisionsBody,
  Leave,
  LeaveAction,
  LeaveBalance,
  LeaveBalanceQuery,
  LeaveListQuery,
  LeavePreview,
  LeavePreviewQuery,
  Page,
  PersonBalance,
  ReasonQuery,
  RequestLeaveBody,
  TeamBalancesQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { Decider } from '../../../platform/decisions/decider';
import { decided } from '../../../platform/decisions/one-decision';
import type { Refusal } from '../../../platform/domain/policy';
import type { InSteps } from '../../../platform/idempotency/idempotency';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { decideEach } from '../../../platform/records/decide-each';
import { Clock } from '../../../platform/time/clock';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { employmentFault } from '../days/calendar';
import { toAttendancePerson } from '../days/subjects';
import { LeaveBalances } from './leave-balances';
import { LeaveCounts } from './leave-counts';
import { leaveInWords, LEAVE_LOCK, overlapping, groupByYear } from '../leaves/leave-days';
import {
  digestLeave,
  Leaves,
  newLeave,
  leaveDecided,
  leaveRequested,
  leaveDecisions,
  leavePolicy,
} from '../leaves/leave';
import { type LeaveRow, LeaveRepository } from '../leaves/leave.repository';
import { ClosedMonths, ATTENDANCE_LOCK } from '../month-closings/closed-months';

/** How far ahead leave can be requested. */
const MAX_DAYS_AHEAD = 366;

/** Leave that people request for themselves, and the decisions on it. */
@Injectable()
export class RequestLeave {
  constructor(
    private readonly leaves: LeaveRepository,
    private readonly store: Leaves,
    private readonly balances: LeaveBalances,
    private readonly people: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly counts: LeaveCounts,
    private readonly closedMonths: ClosedMonths,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: LeaveListQuery): Promise<Page<Leave>> {
    const decidable = query.waitingForMe && (await this.store.subjects.decidableBy(actor, 'leave.approve'));
    const scope = actor.scope('leave.view');
    const isOwn = scope.userId !== null || (query.userId === actor.userId && !scope.reachesAll);
    const reached = isOwn ? LabScope.ofPersonEverywhere(actor.userId) : scope;
    const { items, ...total } = await this.leaves.list(reached, query, decidable || {});
    return { items: await this.store.presentAll(actor, items), ...total };
  }

  /** @throws DomainError STAFF_NOT_FOUND outside the scope, VALIDATION_FAILED for people without a laboratory. */
  async balance(actor: Actor, { userId = actor.userId, year }: LeaveBalanceQuery): Promise<LeaveBalance> {
    const person = await this.people.findPerson(actor.scope('leave.view'), userId);
    if (!person) throw new DomainError('STAFF_NOT_FOUND');
    const laboratory = await this.laboratories.ownerOf(person);
    if (!laboratory) {
      const message = 'Leave is available only to people assigned to a laboratory.';
      throw DomainError.onField('VALIDATION_FAILED', 'userId', message);
    }
    return this.balances.of({ userId: person._id, laboratory }, year ?? this.yearIn(laboratory));
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async teamBalances(actor: Actor, { laboratoryId, year, ...page }: TeamBalancesQuery): Promise<Page<PersonBalance>> {
    const scope = actor.scope('leave.view');
    const laboratory = await this.laboratories.getInScope(scope, laboratoryId ?? actor.laboratoryId);
    const asked = { laboratoryId: laboratory._id.toHexString(), ...page };
    const { items, ...total } = await this.people.pageOfLaboratory(scope, asked);
    const ids = items.map(({ _id }) => _id);
    const balanceOf = await this.balances.ofAll(ids, laboratory, year ?? this.yearIn(laboratory));
    return { items: items.map((row) => ({ person: toAttendancePerson(row), ...balanceOf(row._id) })), ...total };
  }

  /** @throws DomainError as `request`, for the person, the laboratory and the dates. */
  async preview(actor: Actor, query: LeavePreviewQuery): Promise<LeavePreview> {
    const { person, laboratory, calendar } = await this.planned(actor, query);
    const years: LeavePreview['years'] = [];
    for (const { year, days } of groupByYear(calendar)) {
      const { types } = await this.balances.of({ userId: person._id, laboratory }, year);
      const remaining = types.find(({ type }) => type === query.type)?.remainingDays ?? null;
      const remainingAfter = remaining === null ? null : remaining - days;
      years.push({ year, days, remainingBefore: remaining, remainingAfter });
    }
    const overlap = await this.findOverlap({ userId: person._id, ...query });
    return { days: years.reduce((sum, { days }) => sum + days, 0), calendar, years, overlap };
  }

  /**
   * @throws DomainError LEAVE_OVERLAPS, LEAVE_BALANCE_EXCEEDED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, MONTH_CLOSED;
   *   VALIDATION_FAILED without a working day, outside the time of employment and without a laboratory.
   */
  request(actor: Actor, body: RequestLeaveBody): Promise<Leave> {
    return this.unitOfWork.exclusive(LEAVE_LOCK, actor.userId, async () => {
      const { person, laboratory, calendar } = await this.planned(actor, body);
      const now = this.clock.now();
      const years = groupByYear(calendar);
      if (years.length === 0) {
        const message = 'None of these days are working days. Choose other days.';
        throw DomainError.onField('VALIDATION_FAILED', 'from', message);
      }
      this.unitOfWork.lock(ATTENDANCE_LOCK, laboratory._id.toHexString());
      await this.closedMonths.assertWritable(actor, laboratory._id, body, 'from');
      const row = newLeave(body, { person, laboratory, years, now });
      const overlap = await this.findOverlap(row);
      if (overlap !== null) throw DomainError.onField('LEAVE_OVERLAPS', 'from', overlap);
      await this.balances.assertRemaining({ userId: person._id, laboratory }, row, ['pending', 'approved']);
      const created = await this.store.records.create(actor, row);
      await this.unitOfWork.raise(leaveRequested, { actor, row });
      return created;
    });
  }

  /**
   * What is approved is what the approver saw: where the days count differently by now, they are shown first.
   * @throws DomainError LEAVE_NOT_FOUND, OWN_LEAVE, APPROVER_TOO_LOW, LEAVE_ALREADY_DECIDED, LEAVE_BALANCE_EXCEEDED,
   *   MONTH_CLOSED, VERSION_CONFLICT.
   */
  async decide(actor: Actor, id: string, body: DecisionBody): Promise<Leave> {
    const { approved } = body;
    const seen = await this.store.records.getOrThrow(await this.store.records.scopeFor(actor, 'leave.approve', id), id);
    const { version = seen.version } = body;
    if (approved) await this.counts.renew(actor, seen);
    return this.store.records.change(
      actor,
      id,
      version,
      {
        permission: 'leave.approve',
        action: approved ? 'approved' : 'rejected',
        decision: async (before) => {
          const context = this.store.toContext(await this.store.subjects.of(before));
          return Decider.judged(leaveDecisions, actor, before, context);
        },
        also: (_, row) => this.unitOfWork.raise(leaveDecided, { actor, row }),
      },
      async (before, as) => {
        // A rejection changes no day.
        if (approved) {
          await this.assertOpenMonths(as, before);
          await this.assertApprovable(before);
        }
        return decided(as, body, digestLeave(before), this.clock.now());
      },
    );
  }

  /** @throws DomainError LEAVE_NOT_FOUND if any of them is outside the scope; then none is decided. */
  decideMany(actor: Actor, body: DecisionsBody): InSteps<Decisions> {
    return decideEach(this.store.records, actor.scope('leave.approve'), body, {
      before: async (rows) => {
        if (body.approved) for (const row of rows) await this.counts.renew(actor, row);
      },
      decide: (id, decision) => this.decide(actor, id, decision),
      describe: (row) => ({ name: `${row.personName}, ${leaveInWords(row)}` }),
    });
  }

  /**
   * @throws DomainError LEAVE_NOT_FOUND, LEAVE_ENDED, APPROVER_TOO_LOW, APPROVER_DEPENDENT, FORBIDDEN, MONTH_CLOSED,
   *   VERSION_CONFLICT; VALIDATION_FAILED for the leave of someone else without a reason.
   */
  cancel(actor: Actor, id: string, { version, reason }: ReasonQuery): Promise<Leave> {
    const isOwn = ({ userId }: LeaveRow) => userId.toHexString() === actor.userId;
    return this.store.records.change(
      actor,
      id,
      version,
      {
        permission: 'leave.cancel',
        action: 'cancelled',
        policy: (before) => this.findRefusal('cancel', actor, before),
        also: async (_, row) => {
          if (!isOwn(row)) await this.unitOfWork.raise(leaveDecided, { actor, row });
        },
      },
      async (before) => {
        if (reason === undefined && !isOwn(before)) {
          const message = "Reason is required to cancel someone else's leave";
          throw DomainError.onField('VALIDATION_FAILED', 'reason', message);
        }
        if (before.status === 'approved') await this.assertOpenMonths(actor, before);
        const cancellation = {
          cancelledBy: actor.person,
          cancelledAt: this.clock.now(),
          cancellationReason: reason ?? null,
        };
        return { status: 'cancelled', ...cancellation };
      },
    );
  }

  private yearIn({ timezone }: Pick<LaboratoryRow, 'timezone'>): number {
    return Number(businessDay(this.clock.now(), timezone).slice(0, 4));
  }

  /** Whose leave it would be, and what each of its days counts. */
  private async planned(actor: Actor, range: Pick<RequestLeaveBody, 'from' | 'to' | 'part'>) {
    const person = await this.people.account(actor.userId);
    if (!person?.laboratoryId) {
      const message = "You aren't assigned to a laboratory, so you can't request leave here";
      throw new DomainError('VALIDATION_FAILED', { message });
    }
    const own = LabScope.ofLaboratory(person.laboratoryId.toHexString());
    const laboratory = await this.laboratories.getForNewRecords(own);
    assertDates(range, person, businessDay(this.clock.now(), laboratory.timezone));
    const calendar = await this.counts.calendar(range, person, laboratory);
    return { person, laboratory, calendar };
  }

  private async assertOpenMonths(actor: Actor, leave: LeaveRow): Promise<void> {
    const { laboratory } = await this.store.subjects.ofNow(leave);
    // Absences and rosters of the days are written under the same lock, also in a month that cannot be closed yet.
    this.unitOfWork.lock(ATTENDANCE_LOCK, laboratory._id.toHexString());
    await this.closedMonths.assertWritable(actor, laboratory._id, leave);
  }

  private async findRefusal(action: LeaveAction, actor: Actor, row: LeaveRow): Promise<Refusal | undefined> {
    return leavePolicy[action](actor, row, this.store.toContext(await this.store.subjects.of(row)));
  }

  private async assertApprovable(row: LeaveRow): Promise<void> {
    const { person, laboratory, isAsStored } = await this.counts.now(row);
    this.unitOfWork.lock(LEAVE_LOCK, person._id.toHexString());
    if (!isAsStored) throw new DomainError('VERSION_CONFLICT');
    await this.balances.assertRemaining({ userId: person._id, laboratory }, row, ['approved']);
  }

  private async findOverlap(leave: Pick<LeaveRow, 'userId' | 'from' | 'to' | 'part'>): Promise<string | null> {
    const { userId, from, to } = leave;
    const others = await this.leaves.ofPeople([userId], { from, to, status: ['pending', 'approved'] });
    const other = overlapping(leave, others);
    return other ? `${leaveInWords(other)} already covers one of these days` : null;
  }
}

function assertDates({ from, to }: Pick<RequestLeaveBody, 'from' | 'to'>, person: Account, today: string): void {
  const last = addDays(today, MAX_DAYS_AHEAD);
  const faults = {
    from: employmentFault(from, person),
    to:
      employmentFault(to, person) ??
      (to > last ? `Must not be after ${formatDay(last)}, a year from today` : undefined),
  };
  for (const field of ['from', 'to'] as const) {
    if (faults[field]) throw DomainError.onField('VALIDATION_FAILED', field, faults[field]);
  }
}
