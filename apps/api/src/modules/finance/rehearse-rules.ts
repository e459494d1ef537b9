import {
  approvalsNeeded,
  MAX_REHEARSAL_ROWS,
  MAX_REHEARSED,
  type RehearsedEntries,
  type TransactionFlag,
  transactionFlags,
  type TransactionRehearsal,
  type TransactionRehearsalQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { batched } from '../../platform/batched';
import { changedValues, Comparison, REHEARSED_AT_ONCE, rehearsedPeriods } from '../laboratories/rehearsal.port';
import { businessDay, startOfDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { toDuplicate } from './entry/entries';
import { approversOf, determineFlags, postingContext } from './entry/new-entry';
import { type RehearsedEntry, EntryRepository } from './entry/entry.repository';

type Rules = Omit<TransactionRehearsalQuery, 'laboratoryId'>;
type Row = TransactionRehearsal['periods'][number]['rows'][number];
type Ruling = Row['before'];

const none: RehearsedEntries = { aboveLimit: 0, backDated: 0, twoApprovals: 0 };

/** What other approval rules would have made of the entries. Nothing is written. */
@Injectable()
export class RehearseRules {
  constructor(
    private readonly transactions: EntryRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope. */
  async rehearse(actor: Actor, query: TransactionRehearsalQuery): Promise<TransactionRehearsal> {
    const { laboratoryId, ...proposed } = query;
    const scope = actor.scopeOfBoth('laboratories.edit', 'transactions.view');
    const laboratory = await this.laboratories.getInScope(scope, laboratoryId);
    const changed = changedValues(laboratory.policies.finance, proposed);
    const periods = rehearsedPeriods(businessDay(this.clock.now(), laboratory.timezone)).map((period) => ({
      ...period,
      since: startOfDay(period.from, laboratory.timezone),
      all: new Comparison(none),
      rows: [] as Row[],
    }));
    const since = periods.at(-1)?.since ?? this.clock.now();
    const all = this.transactions.eachForRehearsal(scope, laboratory._id, since);
    for await (const entries of batched(all, REHEARSED_AT_ONCE)) {
      for (const entry of entries) {
        const before = { flags: entry.flags, approvals: approvalsNeeded(entry.flags, approversOf(entry.approvals)) };
        const after = judgeEntry(entry, laboratory, changed);
        for (const period of periods) {
          if (entry.createdAt < period.since) continue;
          const isChanged = period.all.add({ before: toValues(before), after: toValues(after) });
          if (isChanged && period.rows.length < MAX_REHEARSAL_ROWS)
            period.rows.push({ entry: toDuplicate(entry), before, after });
        }
      }
    }
    return {
      periods: await Promise.all(
        periods.map(async ({ days, from, to, since: first, all, rows }) => ({
          days,
          from,
          to,
          judged: all.judged,
          changed: all.changed,
          ...all.values,
          rows,
          total:
            all.judged < MAX_REHEARSED
              ? all.judged
              : await this.transactions.countToRehearse(scope, laboratory._id, first),
          omittedRows: all.changed - rows.length,
        })),
      ),
    };
  }
}

/** The exception that a rule decides on. A closed period does not depend on the laboratory's rules. */
const flagOf = { approvalLimitPaise: 'above_limit', backdatedAfterDays: 'back_dated' } as const;

/** Judged as when the entry was entered or last edited, with the rules that changed; other exceptions stay. */
function judgeEntry(entry: RehearsedEntry, laboratory: LaboratoryRow, changed: Rules): Ruling {
  const rules = Object.keys(changed) as (keyof Rules)[];
  const decided = rules.map((rule): TransactionFlag => flagOf[rule]);
  const context = postingContext(laboratory, null, entry.flaggedAt ?? entry.createdAt);
  const judged = determineFlags(entry, { ...context, policy: { ...context.policy, ...changed } });
  const flags = transactionFlags.filter((flag) => (decided.includes(flag) ? judged : entry.flags).includes(flag));
  return { flags, approvals: approvalsNeeded(flags, approversOf(entry.approvals)) };
}

function toValues({ flags, approvals }: Ruling): RehearsedEntries {
  return {
    aboveLimit: Number(flags.includes('above_limit')),
    backDated: Number(flags.includes('back_dated')),
    twoApprovals: Number(approvals === 2),
  };
}
