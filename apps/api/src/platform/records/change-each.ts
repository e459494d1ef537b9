import type { BulkAnswer, BulkResult } from '@shifa/contract';
import type { Refusal } from '../domain/policy';
import type { ObjectId } from '../domain/object-id';

type Named = { _id: ObjectId; name: string };

/** What would become of one document: the fields to write, and why they cannot be written. */
export type Plan<Row> = { row: Row; changes: Partial<Row>; refused?: Refusal | undefined };

type Bulk<Row> = {
  plans: readonly Plan<Row>[];
  dryRun: boolean;
  /** The changes as the answer shows them. */
  show: (plan: Plan<Row>) => BulkResult['changes'];
  /** Writes the plans that change something. */
  write: (plans: readonly Plan<Row>[]) => Promise<unknown>;
};

/**
 * Changes all of the documents or, if any change is refused, none. A dry run returns the same results and writes nothing.
 * Runs in the transaction in which the plans were made.
 */
export async function changeEach<Row extends Named>({ plans, dryRun, show, write }: Bulk<Row>): Promise<BulkAnswer> {
  const results = plans.map((plan) => toBulkResult(plan.row, show(plan), plan.refused));
  const applied = !dryRun && plans.every(({ refused }) => !refused);
  if (applied) await write(plans.filter(({ changes }) => Object.keys(changes).length > 0));
  return { applied, results };
}

export function toBulkResult({ _id, name }: Named, changes: BulkResult['changes'], refused?: Refusal): BulkResult {
  const fault = refused ? { code: refused.code, message: refused.message } : null;
  return { _id: _id.toHexString(), name, changes, fault };
}
