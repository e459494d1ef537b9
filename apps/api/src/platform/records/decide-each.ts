import type { DecisionBody, DecisionsBody } from '@shifa/contract';
import { DomainError } from '../domain/domain-error';
import { InSteps } from '../idempotency/idempotency';
import type { LabScope } from '../domain/lab-scope';
import type { VersionedRow } from './records-options';

type Each<Row, Description> = {
  /** Refuses all of them before any is decided, such as without a confirmation that one of them needs. */
  assertAll?: (rows: readonly Row[]) => void;
  /** What is brought up to date first, as a decision would otherwise be on something that is not shown. */
  before?: (rows: readonly Row[]) => Promise<void>;
  /** Decides on one document in a transaction of its own. */
  decide: (id: string, decision: DecisionBody & { version: number }, row: Row) => Promise<unknown>;
  /** What the result says of a document besides its id and fault, once it is decided. */
  describe: (row: Row) => Description | Promise<Description>;
};

type Fault = Pick<DomainError, 'code' | 'message'>;

/**
 * Decides on documents one after the other, in the order in which they were sent, and on repeated ones once. Without a
 * version, the one that is current when the request arrives is decided on: no one has reviewed later changes.
 * @throws DomainError of `getEach` if one is outside the scope; then none is decided.
 */
export function decideEach<Row extends VersionedRow, Description extends object>(
  records: { getEach: (scope: LabScope, ids: readonly string[]) => Promise<Row[]> },
  scope: LabScope,
  { items, ...decision }: DecisionsBody,
  { assertAll, before, decide, describe }: Each<Row, Description>,
) {
  return new InSteps(async (step) => {
    const versions = new Map(items.toReversed().map(({ _id, version }) => [_id, version]));
    const ids = items.map(({ _id }) => _id);
    const results: (Description & { _id: string; fault: Fault | null })[] = [];
    const rows = await records.getEach(scope, ids);
    assertAll?.(rows);
    await before?.(rows);
    for (const row of rows) {
      const _id = row._id.toHexString();
      const result = async (fault: Fault | null) => ({ ...(await describe(row)), _id, fault });
      const decideOne = async () => {
        await decide(_id, { ...decision, version: versions.get(_id) ?? row.version }, row);
        return result(null);
      };
      results.push(await step(_id, decideOne, (error) => result(toFault(error))));
    }
    return { decided: results.filter(({ fault }) => fault === null).length, results };
  });
}

function toFault(error: unknown): Fault {
  if (!(error instanceof DomainError)) throw error;
  return { code: error.code, message: error.message };
}
