import {
  type CloseMonthBody,
  MAX_LISTED_IN_MONTH,
  type MonthClosing,
  MonthClosingSchema,
  type PendingInMonth,
  pendingKindLabels,
  type ReopenMonthBody,
  serverEvents,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { eventKind } from '../../../platform/events/domain-events';
import { Ledgers } from '../../../platform/ledger/ledgers';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { formatDay, formatMonth } from '../../../platform/time/format-time';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { leaveSight } from '../leaves/leave-sight';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';
import { MonthClosingRepository, type MonthClosingRow } from '../month-closings/month-closing.repository';
import { monthPolicy, toMonthClosing } from './month-policy';
import { MonthSheets, toClosedLine } from './month-sheets';
import { digestFigures, toShownLine, toShownPending } from './shown-sheet';

/** Raised within the transaction that closes or reopens a month. */
const monthsChanged = eventKind<EntityChanged<MonthClosingRow>>('month-closing.changed');

/** Closes months for payroll, and reopens them. */
@Injectable()
export class CloseMonth {
  private readonly records: Records<MonthClosingRow, MonthClosing, 'month:updated'>;

  constructor(
    private readonly closings: MonthClosingRepository,
    private readonly sheets: MonthSheets,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
    ledgers: Ledgers,
  ) {
    this.records = records.for({
      entity: 'month-closing',
      // The lines are in the document, which the ledger protects.
      shown: { permission: 'attendance.view', of: MonthClosingSchema, fields: { lines: false } },
      noun: 'month',
      repository: closings,
      notFound: 'MONTH_CLOSING_NOT_FOUND',
      named: { fields: ['month'], as: ({ month }) => formatMonth(month) },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (_, row) => toMonthClosing(row),
      changed: monthsChanged,
      ledger: ledgers.register({
        name: 'months',
        repository: closings,
        nameOf: ({ month, number }) => `${month}, closing ${number}`,
        pathOf: ({ laboratoryId, month }) =>
          `/attendance/month-sheet?laboratoryId=${laboratoryId.toHexString()}&month=${month}`,
        protectedOf: protectedMonth,
      }),
      live: {
        permission: 'attendance.view',
        event: () => 'month:updated' as const,
        payload: (row, actor) => eventFields(serverEvents['month:updated'], row, actor),
      },
    });
  }

  /**
   * In a transaction that no write to the attendance of the laboratory overlaps, so that the lines are those of the days
   * as they stay.
   * @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_ARCHIVED, MONTH_NOT_OVER, MONTH_UNDECIDED, MONTH_CHANGED,
   *   MONTH_ALREADY_CLOSED.
   */
  close(actor: Actor, { laboratoryId, month, figuresDigest }: CloseMonthBody): Promise<MonthClosing> {
    return this.unitOfWork.exclusive(ATTENDANCE_LOCK, laboratoryId, async () => {
      const laboratory = await this.laboratories.getInScope(actor.scope('attendance.lock'), laboratoryId);
      const [last] = await this.closings.latest(laboratory._id, month, 1);
      if (last?.status === 'closed') throw new DomainError('MONTH_ALREADY_CLOSED', { message: alreadyClosed(last) });
      const { lines, pending, isOver } = await this.sheets.current(
        LabScope.ofLaboratory(laboratoryId),
        laboratory,
        month,
      );
      const state = {
        ...laboratory,
        laboratoryId: laboratory._id,
        month,
        isClosed: false,
        isOver,
        pending: pending.length,
      };
      const sees = leaveSight(actor, laboratory);
      const refused = monthPolicy.close(actor, state, undefined);
      if (refused) {
        const listed = refused.code === 'MONTH_UNDECIDED' ? pending.slice(0, MAX_LISTED_IN_MONTH) : [];
        const errors = listed.map((item) => toError(toShownPending(item, month, sees)));
        throw new DomainError(refused.code, { message: refused.message, ...(errors.length > 0 && { errors }) });
      }
      if (figuresDigest !== undefined) {
        const digest = digestFigures(lines.map((line) => toShownLine(line, sees)));
        if (figuresDigest !== digest) throw new DomainError('MONTH_CHANGED');
      }
      const now = this.clock.now();
      return this.records.create(actor, {
        _id: newId(),
        laboratoryId: laboratory._id,
        month,
        number: (last?.number ?? 0) + 1,
        status: 'closed',
        lines: lines.map((line) => toClosedLine(line, objectId(line.person._id))),
        people: lines.length,
        closedBy: actor.person,
        closedAt: now,
        reopenedBy: null,
        reopenedAt: null,
        reopenReason: null,
        ...firstVersion(actor, now),
      });
    });
  }

  /** @throws DomainError MONTH_CLOSING_NOT_FOUND, MONTH_ALREADY_REOPENED, LABORATORY_ARCHIVED, VERSION_CONFLICT. */
  async reopen(actor: Actor, id: string, { reason, version }: ReopenMonthBody): Promise<MonthClosing> {
    const { laboratoryId } = await this.records.getOrThrow(actor.scope('attendance.lock'), id);
    return this.unitOfWork.exclusive(ATTENDANCE_LOCK, laboratoryId.toHexString(), async () => {
      const { status } = await this.laboratories.getOwner({ laboratoryId });
      return this.records.change(
        actor,
        id,
        version,
        {
          permission: 'attendance.lock',
          action: 'reopened',
          policy: ({ month, status: closed }) => {
            const state = { laboratoryId, status, month, isClosed: closed === 'closed', isOver: true, pending: 0 };
            return monthPolicy.reopen(actor, state, undefined);
          },
        },
        () => ({
          status: 'reopened',
          reopenedBy: actor.person,
          reopenedAt: this.clock.now(),
          reopenReason: reason,
        }),
      );
    });
  }
}

function alreadyClosed({ month, closedBy }: Pick<MonthClosingRow, 'month' | 'closedBy'>): string {
  return `${closedBy.name} has already closed ${formatMonth(month)}`;
}

/** With the path of the page on which the item is decided as its field. */
function toError({ kind, _id, person, day }: PendingInMonth) {
  const path =
    _id === null ? '' : kind === 'leave' ? `/attendance/leaves/review?item=${_id}` : `/attendance/records/${_id}`;
  const who = person ? `${person.name}, ` : '';
  return { field: path || 'month', message: `${who}${formatDay(day)}: ${pendingKindLabels[kind]}` };
}

/** With people as their ids, so that names can be corrected. */
function protectedMonth(row: MonthClosingRow): object {
  const { updatedBy: _editor, closedBy, reopenedBy, lines, ...rest } = row;
  return {
    ...rest,
    closedBy: closedBy._id,
    reopenedBy: reopenedBy?._id ?? null,
    lines: lines.map(({ name: _name, ...line }) => line),
  };
}
