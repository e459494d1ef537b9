import type { AuditEntity } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog } from '../src/platform/audit/audit-log';
import type { ObjectId } from '../src/platform/domain/object-id';
import type { EventKind } from '../src/platform/events/domain-events';
import type { Stored } from '../src/platform/mongo/scoped-repository';
import { UnitOfWork } from '../src/platform/mongo/unit-of-work';
import type { EntityChanged } from '../src/platform/records/records-options';

type Person = { _id: ObjectId; name: string };
type Change = { action: string; by: Person | null; at: Date; before: object | null; after: object };
type DemoRow = Stored & { updatedBy: string | null };

type Options<Row> = {
  /** The fields that are computed from others. */
  derive?: (row: Row) => Partial<Row>;
  /** What the audit log shows of the document; by default everything. */
  shown?: (row: Row) => object;
};

/** A document of the demo network with everything that happened to it, as the audit log tells it. */
export class DemoHistory<Row extends DemoRow> {
  readonly changes: Change[];

  constructor(
    by: Person | null,
    public row: Row,
    private readonly options: Options<Row> = {},
  ) {
    this.changes = [{ action: 'created', by, at: row.createdAt, before: null, after: this.shown(row) }];
  }

  change(action: string, by: Person, at: Date, fields: Partial<Row>): void {
    const before = this.row;
    const changed = { ...before, ...fields };
    const written = { updatedBy: by.name, updatedAt: at, version: before.version + 1 };
    this.row = { ...changed, ...this.options.derive?.(changed), ...written };
    this.changes.push({ action, by, at, before: this.shown(before), after: this.shown(this.row) });
  }

  /** So many minutes after the last change. */
  later(minutes: number): Date {
    return new Date(this.row.updatedAt.getTime() + minutes * 60_000);
  }

  private shown(row: Row): object {
    return this.options.shown?.(row) ?? row;
  }
}

type Insertion<Row extends DemoRow> = {
  entity: AuditEntity;
  repository: { insertMany: (rows: Row[]) => Promise<unknown> };
  laboratoryOf: (row: Row) => ObjectId | null;
  /** Raised for what depends on the documents, such as totals. */
  raises?: EventKind<EntityChanged<Row>>;
};

/** Inserts documents and records in the audit log what happened to them. */
export async function insertDemo<Row extends DemoRow>(
  app: INestApplicationContext,
  histories: readonly DemoHistory<Row>[],
  { entity, repository, laboratoryOf, raises }: Insertion<Row>,
): Promise<void> {
  const unitOfWork = app.get(UnitOfWork);
  const audited = histories.flatMap(({ row, changes }) =>
    changes.map(({ action, by, ...change }) => {
      const actor = by && { userId: by._id.toHexString(), name: by.name };
      return {
        ...change,
        action: `${entity}.${action}`,
        actor,
        entity,
        entityId: row._id,
        laboratoryId: laboratoryOf(row),
      };
    }),
  );
  await unitOfWork.run(async () => {
    await repository.insertMany(histories.map(({ row }) => row));
    await app.get(AuditLog).record(...audited);
    const changes = histories.map(({ row }) => ({ before: null, after: row }));
    if (raises) await unitOfWork.raise(raises, { actor: null, action: 'created', changes });
  });
}
