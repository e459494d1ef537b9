import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog } from '../src/platform/audit/audit-log';
import type { ObjectId } from '../src/platform/domain/object-id';
import type { Stored } from '../src/platform/mongo/scoped-repository';

type Person = { _id: ObjectId; name: string };
type Change<Row> = { action: string; by: Person | null; at: Date; row: Row };

/** A document of the demo network with everything that happened to it. */
export class DemoHistory<Row extends Stored & { updatedBy: string | null }> {
  private readonly changes: Change<Row>[];

  /** @param derive the fields that are computed from others. */
  constructor(
    by: Person | null,
    public row: Row,
    private readonly derive: (row: Row) => Partial<Row> = () => ({}),
  ) {
    this.changes = [{ action: 'created', by, at: row.createdAt, row }];
  }

  change(action: string, by: Person, at: Date, fields: Partial<Row>): void {
    const changed = { ...this.row, ...fields };
    const written = { updatedBy: by.name, updatedAt: at, version: this.row.version + 1 };
    this.row = { ...changed, ...this.derive(changed), ...written };
    this.changes.push({ action, by, at, row: this.row });
  }

  /** What the audit log says of the document. */
  audited(entity: string, { laboratoryId, shown }: { laboratoryId: ObjectId | null; shown: (row: Row) => object }) {
    return this.changes.map(({ action, by, at, row }, index) => {
      const before = this.changes[index - 1]?.row;
      return {
        action: `${entity}.${action}`,
        entity,
        entityId: row._id,
        laboratoryId,
        at,
        actor: by && { userId: by._id.toHexString(), name: by.name },
        before: before ? shown(before) : null,
        after: shown(row),
      };
    });
  }
}

type Insertion<Row> = {
  entity: string;
  repository: { insertMany: (rows: Row[]) => Promise<unknown> };
  laboratoryOf: (row: Row) => ObjectId | null;
  /** What the audit log shows of a document; by default everything. */
  shown?: (row: Row) => object;
};

/** Inserts documents and records in the audit log what happened to them. */
export async function insertDemo<Row extends Stored & { updatedBy: string | null }>(
  app: INestApplicationContext,
  histories: readonly DemoHistory<Row>[],
  { entity, repository, laboratoryOf, shown = (row) => row }: Insertion<Row>,
): Promise<void> {
  await repository.insertMany(histories.map(({ row }) => row));
  const entries = histories.flatMap((history) =>
    history.audited(entity, { laboratoryId: laboratoryOf(history.row), shown }),
  );
  await app.get(AuditLog).record(...entries);
}
