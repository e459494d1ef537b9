import { isDeepStrictEqual } from 'node:util';
import { isWaiting, needsSuperAdmin, TransactionListQuery } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import type { ObjectId } from '../../platform/domain/object-id';
import { LabScope } from '../../platform/domain/lab-scope';
import type { Change } from '../../platform/records/records';
import { GroupCounts, Notices, totalOf } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import type { TransactionRow } from './entry/entry.document';
import { approversOf } from './entry/new-entry';
import { EntryQueries } from './entry-queries';
import { isOfNetwork, periodsChanged } from './books/books';
import { Parties } from './parties/parties';
import { BillRepository } from './bills/bill.repository';
import { LedgerTotalsRepository, toDeltas, toIncrements } from './totals/ledger-totals.repository';
import { PartyTotalsRepository, toPartyIncrements } from './totals/party-totals.repository';
import { Clock } from '../../platform/time/clock';
import { transactionsChanged } from './entry/entries';

const WAITING = 'transactions-waiting:';

type Changes = readonly Change<TransactionRow>[];

/**
 * Everything that follows a change of entries: in its transaction, and after its commit. Caches invalidate themselves
 * where they are defined.
 */
@Injectable()
export class FinanceReactions implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
    private readonly people: StaffPort,
    private readonly groups: GroupCounts,
    private readonly queries: EntryQueries,
    private readonly parties: Parties,
    private readonly bills: BillRepository,
    private readonly totals: LedgerTotalsRepository,
    private readonly partyTotals: PartyTotalsRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.within(transactionsChanged, async ({ actor, changes }) => {
      await this.notify(actor, changes);
      await this.parties.update(changes);
      const bills = billsOf(changes);
      if (bills.length > 0) await this.bills.setStatus(bills, this.clock.now());
      const credits = creditsOf(changes);
      if (credits.length > 0) await this.bills.setCreditStatus(credits, this.clock.now());
      const deltas = toDeltas(changes);
      await this.totals.add(toIncrements(deltas), this.clock.now());
      await this.partyTotals.add(toPartyIncrements(deltas), this.clock.now());
    });
    this.events.after(transactionsChanged, ({ changes }) => this.renewGroups(changes));
    this.events.after(periodsChanged, ({ changes }) =>
      this.renewGroupsOfPeriods(changes.map(({ after }) => after._id)),
    );
    this.groups.register({
      prefix: WAITING,
      permission: 'transactions.approve',
      count: totalOf(TransactionListQuery, (actor, query) =>
        this.queries.list(actor, { ...query, waitingForMe: true }),
      ),
      one: '1 entry needs your decision.',
    });
  }

  private renewGroups(changes: Changes): void {
    const moved = changes.filter(({ before, after }) => before && !isDeepStrictEqual(awaited(before), awaited(after)));
    this.renew(moved.map(({ after }) => after.laboratoryId.toHexString()));
  }

  /** No one but a super admin can decide on what is in a closed period. */
  private async renewGroupsOfPeriods(ids: readonly ObjectId[]): Promise<void> {
    this.renew(ids.some(isOfNetwork) ? await this.totals.laboratoryIds() : ids.map((_id) => _id.toHexString()));
  }

  private renew(laboratoryIds: readonly string[]): void {
    // Notifications of earlier versions are in a group of their own for super admins, and are kept for a while.
    this.groups.changed(laboratoryIds.flatMap((id) => [`${WAITING}${id}`, `${WAITING}${id}:super-admin`]));
  }

  /** Notifies approvers of entries that wait for them, and authors of the decisions on theirs. */
  private async notify(actor: Actor | null, changes: Changes): Promise<void> {
    const moved = changes.filter(({ before, after }) => before?.status !== after.status);
    const waiting = moved.filter(({ after }) => isWaiting(after.status));
    await this.announceWaiting(actor, waiting);
    const decided = moved.filter(({ before, after }) => before && ['approved', 'rejected'].includes(after.status));
    await this.announceDecisions(actor, decided);
  }

  private async announceWaiting(actor: Actor | null, changes: Changes): Promise<void> {
    const keys = [...new Set(changes.map(({ after }) => waitsFor(after)))];
    for (const key of keys) {
      const [first, ...others] = changes.filter(({ after }) => waitsFor(after) === key);
      if (!first) continue;
      const { _id, laboratoryId, transactionNo, createdBy } = first.after;
      const notice = {
        actor,
        type: 'system',
        priority: 'medium',
        title: 'Entries pending approval',
        message: `${transactionNo} by ${createdBy.name} needs your decision.`,
        action: { label: 'Review', path: `/finances/approvals?item=${_id.toHexString()}` },
        group: {
          // One group for both kinds of entries: the list that it counts holds both.
          key: `${WAITING}${laboratoryId.toHexString()}`,
          count: 1 + others.length,
          message: 'entries need your decision.',
          path: '/finances/approvals',
        },
      } as const;
      if (!needsSuperAdminNow(first.after)) {
        await this.notices.sendToHolders('transactions.approve', laboratoryId, notice);
        continue;
      }
      const { superAdmins } = await this.people.holdersIn('transactions.approve', laboratoryId);
      await this.notices.send({ ...notice, permission: 'transactions.approve', laboratoryId, to: superAdmins });
    }
  }

  private async announceDecisions(actor: Actor | null, changes: Changes): Promise<void> {
    const authors = [...new Set(changes.map(({ after }) => after.createdBy._id.toHexString()))];
    const people = authors.length > 0 ? await this.people.findPeople(LabScope.everywhere(), authors) : [];
    const by = actor?.name ?? 'the system';
    for (const { after } of changes) {
      const { _id, laboratoryId, transactionNo, status, rejection, createdBy } = after;
      const path = `/finances/transactions?entry=${_id.toHexString()}`;
      const isApproved = status === 'approved';
      const reason = rejection ? `: ${rejection.reason}` : '.';
      await this.notices.sendToConcerned('transactions.view', {
        actor,
        to: people.filter((person) => person._id.equals(createdBy._id)),
        laboratoryId,
        type: 'system',
        priority: isApproved ? 'low' : 'high',
        title: isApproved ? 'Entry approved' : 'Entry rejected',
        message: isApproved ? `${by} approved ${transactionNo}.` : `${by} rejected ${transactionNo}${reason}`,
        action: { label: 'View entry', path },
        ...(isApproved && {
          group: {
            key: 'transactions-approved',
            count: 1,
            message: 'Several of your entries were approved.',
            path: '/finances/transactions?mine=true&status=approved',
          },
        }),
      });
    }
  }
}

/** The entries of bills whose status changed. A new entry is written before its bill, which has its status. */
function billsOf(changes: Changes) {
  const moved = changes.filter(({ before, after }) => after.bill && before && before.status !== after.status);
  return moved.map(({ after: { _id, status } }) => ({ _id, status }));
}

/** The contra entries of credits whose status changed. */
function creditsOf(changes: Changes) {
  return changes.flatMap(({ before, after: { _id, credit, status } }) =>
    credit && before && before.status !== status ? [{ _id, billId: credit.bill._id, status }] : [],
  );
}

function needsSuperAdminNow({ status, flags, approvals }: TransactionRow): boolean {
  return status === 'partially_approved' && needsSuperAdmin(flags, approversOf(approvals));
}

/** What decides whose decision an entry awaits. */
function awaited({ status, date, nextApprover, excludedApprovers }: TransactionRow) {
  return { status, date, nextApprover, excluded: excludedApprovers.map((_id) => _id.toHexString()) };
}

/** Entries with the same key wait for the same people. */
function waitsFor(entry: TransactionRow): string {
  return `${entry.laboratoryId.toHexString()} ${needsSuperAdminNow(entry)}`;
}
