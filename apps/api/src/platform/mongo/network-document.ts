import type { Model } from 'mongoose';
import { LabScope } from '../domain/lab-scope';
import { objectId } from '../domain/object-id';
import { ScopedRepository, type Stored } from './scoped-repository';

type NetworkRow = Stored & { updatedBy: string | null };

/** The id of every document of which the network has only one. */
export const NETWORK_DOCUMENT_ID = '0'.repeat(24);

class NetworkRows<Row extends NetworkRow> extends ScopedRepository<Row> {
  constructor(model: Model<Row>) {
    super(model, { laboratory: '_id' });
  }
}

/** A document of the whole network, which belongs to no laboratory; it does not exist before it is first changed. */
export abstract class NetworkDocument<Row extends NetworkRow> {
  /** Only ever used with a network-wide scope. */
  readonly rows: ScopedRepository<Row>;

  constructor(model: Model<Row>) {
    this.rows = new NetworkRows(model);
  }

  get(): Promise<Row | null> {
    return this.rows.findById(LabScope.everywhere(), NETWORK_DOCUMENT_ID);
  }

  /** With its first values, so that the first change is one like any other. */
  async insertFirst(values: Omit<Row, keyof NetworkRow>, at: Date): Promise<void> {
    const stored = { updatedBy: null, version: 1, createdAt: at, updatedAt: at };
    await this.rows.insert({ _id: objectId(NETWORK_DOCUMENT_ID), ...values, ...stored } as Row);
  }
}
