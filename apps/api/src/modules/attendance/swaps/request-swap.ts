import {
  EXCHANGE_DAYS,
  type ExchangeShift,
  type RequestSwapBody,
  type RosterConflict,
  type RosterSwap,
  type SwapColleague,
  type SwapColleagues,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { undecided } from '../../../platform/decisions/one-decision';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays, businessDay, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { employmentFault, shiftWindow } from '../days/calendar';
import { toAttendancePerson } from '../days/subjects';
import type { RosterCellRow } from '../rosters/roster.repository';
import { SwapRepository, type SwapRow, type SwappedShift } from '../rosters/swap.repository';
import { ROSTER_LOCK } from '../roster-planning/shift-types';
import { conflictingWork, inWords, movesOf, type Plans, SwapChecks } from './swap-checks';
import { SwapNotices } from './swap-notices';
import { Swaps } from './swap';

type Offer = Pick<SwapRow, 'userId' | 'shift' | 'inExchange'>;
type Own = {
  person: Account;
  laboratory: LaboratoryRow;
  shift: SwappedShift;
  colleagues: Account[];
  /** Those of the colleagues who were named, in the order of their names in the request. */
  named: Account[];
};

/** A person offers a shift of their own to colleagues. */
@Injectable()
export class RequestSwap {
  constructor(
    private readonly swaps: SwapRepository,
    private readonly store: Swaps,
    private readonly checks: SwapChecks,
    private readonly notices: SwapNotices,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError as `request`, for the day and the laboratory. */
  async colleagues(actor: Actor, { day }: { day: string }): Promise<SwapColleagues> {
    const { person, laboratory, shift, colleagues } = await this.ownShift(actor, day);
    const offer = { userId: person._id, shift, inExchange: null };
    const plans = await this.checks.plans(laboratory, [person, ...colleagues], { from: day, to: day });
    const judged = colleagues.map((colleague): SwapColleague => {
      const { refusal, warnings } = verdictOn(plans, person, colleague, offer);
      return { person: toAttendancePerson(colleague), refusal, warnings };
    });
    const isFree = ({ refusal }: SwapColleague) => refusal === null;
    return { shift: toShown(shift), colleagues: [...judged.filter(isFree), ...judged.filter((one) => !isFree(one))] };
  }

  /** @throws DomainError STAFF_NOT_FOUND for someone who is no colleague, else as `request`. */
  async exchanges(actor: Actor, { day, userId }: { day: string; userId: string }): Promise<ExchangeShift[]> {
    const { person, laboratory, shift, named } = await this.ownShift(actor, day, { userId });
    const [colleague] = named;
    if (!colleague) throw DomainError.onField('STAFF_NOT_FOUND', 'userId');
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const last = addDays(today, EXCHANGE_DAYS);
    const range = { from: day < today ? day : today, to: day > last ? day : last };
    const plans = await this.checks.plans(laboratory, [person, colleague], range);
    return eachDay(today, last).flatMap((each) => {
      const theirs = shiftIn(plans.cell(colleague, each), laboratory);
      if (!theirs || theirs.startsAt <= this.clock.now()) return [];
      const offer = { userId: person._id, shift, inExchange: theirs };
      return [{ shift: toShown(theirs), ...verdictOn(plans, person, colleague, offer) }];
    });
  }

  /**
   * @throws DomainError VALIDATION_FAILED, STAFF_NOT_FOUND, SWAP_PENDING, ROSTER_HAS_CONFLICTS, ROSTER_DAY_RECORDED,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async request(actor: Actor, body: RequestSwapBody): Promise<RosterSwap> {
    const laboratoryId = actor.laboratoryId ?? withoutLaboratory();
    return this.unitOfWork.exclusive(ROSTER_LOCK, laboratoryId, async () => {
      const { day, userIds, inExchange } = body;
      const asked = Object.fromEntries(userIds.map((userId, index) => [`userIds.${index}`, userId]));
      for (const [field, userId] of Object.entries(asked)) {
        if (userId === actor.userId) throw fault(field, "You can't swap with yourself. Choose a colleague.");
      }
      const { person, laboratory, shift, named: chosen } = await this.ownShift(actor, day, asked);
      await this.assertNotPending(person, day);
      for (const [index, colleague] of chosen.entries()) {
        const notEmployed = employmentFault(day, colleague, [colleague.name, `${colleague.name}’s`]);
        if (notEmployed) throw fault(`userIds.${index}`, notEmployed);
      }
      const days = [day, inExchange ?? day].toSorted();
      const range = { from: days[0] ?? day, to: days[1] ?? day };
      const plans = await this.checks.plans(laboratory, [person, ...chosen], range);
      const theirs = this.exchangeShift(plans, chosen[0], laboratory, inExchange);
      const offer = { userId: person._id, shift, inExchange: theirs };
      for (const [index, colleague] of chosen.entries()) {
        const { refusal } = verdictOn(plans, person, colleague, offer);
        if (refusal === null) continue;
        const message = `${colleague.name} can't take this shift. ${refusal}.`;
        throw DomainError.onField('ROSTER_HAS_CONFLICTS', `userIds.${index}`, message);
      }
      const [first] = chosen;
      const moves = movesOf(offer, first?._id.toHexString() ?? '');
      const names = new Map([person, ...chosen].map(({ _id, name }) => [_id.toHexString(), name]));
      const ids = [person, ...chosen].map(({ _id }) => _id);
      await this.checks.assertNotRecorded(moves, (id) => names.get(id) ?? 'Someone', ids);
      const row = this.newSwap(body, { person, laboratory, offer, chosen });
      const created = await this.store.records.create(actor, row);
      await this.notices.requested(actor, row);
      return created;
    });
  }

  private newSwap(
    { note = null }: RequestSwapBody,
    {
      person,
      laboratory,
      offer,
      chosen,
    }: { person: Account; laboratory: LaboratoryRow; offer: Offer; chosen: Account[] },
  ): SwapRow {
    const now = this.clock.now();
    const starts = [offer.shift, ...(offer.inExchange ? [offer.inExchange] : [])].map(({ startsAt }) => +startsAt);
    return {
      _id: newId(),
      laboratoryId: laboratory._id,
      personName: person.name,
      ...offer,
      asked: chosen.map(({ _id, name }) => ({ _id, name, declined: false })),
      takenBy: null,
      note,
      status: 'offered',
      startsAt: new Date(Math.min(...starts)),
      endedBecause: null,
      ...undecided,
      ...firstVersion(person, now),
    };
  }

  /** @param asked ids of colleagues by the fields that name them. Who they are is settled before anything else. */
  private async ownShift(actor: Actor, day: string, asked: Readonly<Record<string, string>> = {}): Promise<Own> {
    actor.scope('attendance.view');
    const person = await this.people.account(actor.userId);
    if (!person?.laboratoryId) return withoutLaboratory();
    const within = LabScope.ofLaboratory(person.laboratoryId.toHexString());
    const laboratory = await this.laboratories.getForNewRecords(within);
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const last = addDays(day < today ? today : day, EXCHANGE_DAYS);
    const all = await this.people.peopleBetween(within, { laboratoryId: laboratory._id, from: today, to: last });
    const colleagues = all.filter(({ _id, status }) => status === 'active' && !_id.equals(person._id));
    const named = Object.entries(asked).map(([field, userId]) => {
      const colleague = colleagues.find(({ _id }) => _id.toHexString() === userId);
      if (!colleague) throw DomainError.onField('STAFF_NOT_FOUND', field);
      return colleague;
    });
    if (day < today) throw fault('day', "This day is over. Choose a shift that hasn't begun.");
    const plans = await this.checks.plans(laboratory, [person], { from: day, to: day });
    const shift = shiftIn(plans.cell(person, day), laboratory);
    if (!shift) throw fault('day', `You have no published shift on ${formatDay(day)}`);
    if (shift.startsAt <= this.clock.now()) throw fault('day', 'This shift has already begun');
    return { person, laboratory, shift, colleagues, named };
  }

  private async assertNotPending({ _id }: Account, day: string): Promise<void> {
    const open = await this.swaps.openOf([_id]);
    const isTaken = open.some(({ userId, shift, inExchange, takenBy }) => {
      if (userId.equals(_id)) return shift.day === day || inExchange?.day === day;
      return takenBy?._id.equals(_id) === true && (shift.day === day || inExchange?.day === day);
    });
    if (!isTaken) return;
    const message = `Your shift on ${formatDay(day)} is already part of an open swap. Withdraw that one first.`;
    throw DomainError.onField('SWAP_PENDING', 'day', message);
  }

  private exchangeShift(
    plans: Plans,
    colleague: Account | undefined,
    laboratory: LaboratoryRow,
    day: string | undefined,
  ): SwappedShift | null {
    if (day === undefined || !colleague) return null;
    const shift = shiftIn(plans.cell(colleague, day), laboratory);
    if (!shift) throw fault('inExchange', `${colleague.name} has no published shift on ${formatDay(day)}`);
    if (shift.startsAt <= this.clock.now()) throw fault('inExchange', 'This shift has already begun');
    return shift;
  }
}

/** Why the two cannot swap, or what the rules warn of, as the person who offers can read it. */
function verdictOn(
  plans: Plans,
  person: Account,
  colleague: Account,
  offer: Offer,
): { refusal: string | null; warnings: string[] } {
  const { shift, inExchange } = offer;
  if (inExchange?.day === shift.day && inExchange.shiftTypeId.equals(shift.shiftTypeId)) {
    return { refusal: 'You both have this shift', warnings: [] };
  }
  const moves = movesOf(offer, colleague._id.toHexString());
  const theirs = conflictingWork(plans, colleague, offer, false);
  const ours = conflictingWork(plans, person, offer, true);
  if (theirs !== undefined) return { refusal: capitalized(theirs), warnings: [] };
  if (ours !== undefined) return { refusal: `You ${ours.replace('works', 'work')}`, warnings: [] };
  const found = [
    ...plans.conflictsOf(colleague, moves).map((one) => ({ ...one, words: inWords(one, false) })),
    ...plans.conflictsOf(person, moves).map((one) => ({ ...one, words: `For you: ${inWords(one, true)}` })),
  ];
  const words = (effect: RosterConflict['effect']) => [
    ...new Set(found.filter((one) => one.effect === effect).map((one) => one.words)),
  ];
  return { refusal: words('forbid')[0] ?? null, warnings: words('warn') };
}

/** The published shift of a cell with its instant; null without one. */
function shiftIn(
  cell: Pick<RosterCellRow, 'day' | 'published'> | undefined,
  { timezone }: Pick<LaboratoryRow, 'timezone'>,
): SwappedShift | null {
  if (cell?.published?.value !== 'shift') return null;
  const { shiftTypeId, name, code, start, end, breakMinutes } = cell.published;
  const { startsAt } = shiftWindow(cell.day, { start, end, timezone });
  return {
    day: cell.day,
    shiftTypeId: objectId(shiftTypeId.toHexString()),
    name,
    code,
    start,
    end,
    breakMinutes,
    startsAt,
  };
}

export function toShown({ day, name, code, start, end, breakMinutes, startsAt }: SwappedShift) {
  return { day, name, code, start, end, breakMinutes, startsAt: startsAt.toISOString() };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const fault = (field: string, message: string) => DomainError.onField('VALIDATION_FAILED', field, message);

function withoutLaboratory(): never {
  throw new DomainError('VALIDATION_FAILED', { message: "You aren't assigned to a laboratory, so you have no roster" });
}
