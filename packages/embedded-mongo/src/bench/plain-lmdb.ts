import { deserialize, serialize, type ObjectId } from 'bson';
import { open, type Database, type RootDatabase } from 'lmdb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './documents.js';

/**
 * The same rows in plain LMDB: BSON by `_id`, flushed before a write is acknowledged, with one index maintained by
 * hand.
 */
export class PlainLmdb {
  readonly #folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #byLaboratory: Database<Buffer, number[]>;

  constructor() {
    const path = join(this.#folder, 'plain.mdb');
    this.#root = open<Buffer, Buffer>({ path, encoding: 'binary', keyEncoding: 'binary', overlappingSync: false });
    this.#byLaboratory = this.#root.openDB<Buffer, number[]>({ name: 'laboratory', encoding: 'binary' });
  }

  put(row: Row): Promise<unknown> {
    return this.#root.put(keyOf(row._id), Buffer.from(serialize(row)));
  }

  putMany(rows: readonly Row[]): Promise<unknown> {
    return this.#root.transaction(() => {
      for (const row of rows) this.#root.putSync(keyOf(row._id), Buffer.from(serialize(row)));
    });
  }

  putIndexed(rows: readonly Row[]): Promise<unknown> {
    return this.#root.transaction(() => {
      for (const row of rows) {
        this.#root.putSync(keyOf(row._id), Buffer.from(serialize(row)));
        this.#byLaboratory.putSync([row.laboratory, -row.at.getTime()], keyOf(row._id));
      }
    });
  }

  get(id: ObjectId): Row {
    const value = this.#root.get(keyOf(id));
    if (!value) throw new Error(`${id.toHexString()} is not there`);
    return deserialize(value) as Row;
  }

  update(id: ObjectId): Promise<unknown> {
    const row = this.get(id);
    return this.put({ ...row, amount: row.amount + 1 });
  }

  page(laboratory: number, limit: number): Row[] {
    const rows: Row[] = [];
    for (const { value } of this.#byLaboratory.getRange({ start: [laboratory], end: [laboratory + 1], limit })) {
      const bytes = this.#root.get(value);
      if (bytes) rows.push(deserialize(bytes) as Row);
    }
    return rows;
  }

  async remove(): Promise<void> {
    await this.#root.close();
    rmSync(this.#folder, { recursive: true });
  }
}

function keyOf(id: ObjectId): Buffer {
  return Buffer.from(id.id);
}
