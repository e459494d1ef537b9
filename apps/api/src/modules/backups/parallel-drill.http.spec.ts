import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInventoryItemBody, createTransactionBody } from '@shifa/contract/testing';
import type { Connection } from 'mongoose';
import { EmbeddedDatabase } from '../../../test/embedded-database';
import { chainOf } from '../../../test/ledger';
import { connect } from '../../../test/test-database';
import { type Person, TestApp } from '../../../test/test-app';
import { RequestLimits } from '../../platform/http/request-limits';
import type { ObjectId } from '../../platform/domain/object-id';
import { CheckTotals } from '../finance/totals/check-totals';
import { CheckStockTotals } from '../inventory/check-stock-totals';
import { BackupService } from './backup.service';

const LABORATORIES = 3;
const BACKUPS = 3;
/** Writers of each laboratory: they wait for each other, and for no one elsewhere. */
const WRITERS = 3;

/** A write that was acknowledged: what names it in the database, and between which moments it happened. */
type Write = { name: string; begunAt: number; acknowledgedAt: number };
type Id = { data: { _id: string } };

/** People of several laboratories who write at the same time. */
class Crowd {
  readonly writes: Write[] = [];
  private isDone = false;
  private number = 0;
  private work: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly app: TestApp,
    readonly laboratoryIds: readonly ObjectId[],
  ) {}

  static async start(app: TestApp): Promise<Crowd> {
    app.services.get(RequestLimits).lift();
    const laboratories = await Promise.all(Array.from({ length: LABORATORIES }, () => app.laboratory()));
    const crowd = new Crowd(
      app,
      laboratories.map(({ _id }) => _id),
    );
    const work: Promise<void>[] = [];
    for (const { _id: laboratoryId, id } of laboratories) {
      const clerk = await app.person('lab_admin', { laboratoryId });
      const colleague = await app.person('lab_admin', { laboratoryId });
      const body = createInventoryItemBody({ laboratoryId: id });
      const { _id: itemId } = ((await app.as(clerk).post('/api/inventory').send(body).expect(201)).body as Id).data;
      for (let writer = 0; writer < WRITERS; writer += 1) {
        work.push(crowd.write({ laboratoryId: id, itemId, clerk, colleague }));
      }
    }
    crowd.work = Promise.all(work);
    return crowd;
  }

  async stop(): Promise<void> {
    this.isDone = true;
    await this.work;
  }

  private async write(of: { laboratoryId: string; itemId: string; clerk: Person; colleague: Person }): Promise<void> {
    while (!this.isDone) {
      const entry = await this.timed(async (name) => {
        const body = createTransactionBody({ laboratoryId: of.laboratoryId, description: name });
        const answer = await this.app.as(of.clerk).post('/api/transactions').send(body).expect(201);
        return (answer.body as Id).data._id;
      });
      await this.timed(async (name) => {
        const received = { type: 'in', quantity: 1, expiryDate: '2099-12-31', reason: name };
        await this.app.as(of.clerk).put(`/api/inventory/${of.itemId}/stock`).send(received).expect(200);
      });
      await this.timed(async () => {
        const path = `/api/transactions/${entry}/approve`;
        await this.app.as(of.colleague).put(path).send({ approved: true }).expect(200);
      }, `Approval of ${entry}`);
    }
  }

  private async timed<Result>(
    write: (name: string) => Promise<Result>,
    name = `Write ${(this.number += 1)}`,
  ): Promise<Result> {
    const begunAt = performance.now();
    const result = await write(name);
    this.writes.push({ name, begunAt, acknowledgedAt: performance.now() });
    return result;
  }
}

/** The names of the writes that a database has. */
async function namesIn(connection: Connection): Promise<Set<string>> {
  const entries = await connection.collection('transactions').find().toArray();
  const movements = await connection.collection('stock_movements').find().toArray();
  const approved = entries.filter(({ approvals }) => (approvals as unknown[]).length > 0);
  return new Set([
    ...entries.map(({ description }) => String(description)),
    ...movements.map(({ reason }) => String(reason)),
    ...approved.map(({ _id }) => `Approval of ${_id.toHexString()}`),
  ]);
}

// Every backup is restored and verified, beside other work of the machine.
jest.setTimeout(240_000);

describe('a backup while several people of several laboratories write at once', () => {
  let database: EmbeddedDatabase;
  let app: TestApp;
  let crowd: Crowd;
  const backups: { folder: string; startedAt: number; endedAt: number }[] = [];

  beforeAll(async () => {
    database = await EmbeddedDatabase.start();
    const folder = join(dirname(database.dataDir), 'backups');
    const settings = { dataDir: database.dataDir, folder, time: '02:30', keep: 60 };
    app = await TestApp.start({ mongodbUri: database.uri, backups: settings });
    const service = app.services.get(BackupService);
    crowd = await Crowd.start(app);
    for (let round = 0; round < BACKUPS; round += 1) {
      const before = crowd.writes.length;
      while (crowd.writes.length < before + 10) await new Promise((resolve) => setTimeout(resolve, 10));
      const startedAt = performance.now();
      await service.start(null);
      while (service.isRunning) await new Promise((resolve) => setTimeout(resolve, 10));
      const endedAt = performance.now();
      const [latest] = (await service.list()).backups;
      backups.push({ folder: join(folder, latest?.name ?? ''), startedAt, endedAt });
    }
    await crowd.stop();
  });
  afterAll(async () => {
    await app.close();
    await database.remove();
  });

  it('is restored as one moment of it, with ledgers and totals that hold', async () => {
    for (const [index, { folder, startedAt, endedAt }] of backups.entries()) {
      const elsewhere = join(dirname(database.dataDir), `restored-${index}`);
      await cp(folder, elsewhere, { recursive: true });
      const restored = await EmbeddedDatabase.start(elsewhere);
      const reader = await connect(restored.uri);
      const names = await namesIn(reader);
      await reader.close();

      const present = crowd.writes.filter(({ name }) => names.has(name));
      const absent = crowd.writes.filter(({ name }) => !names.has(name));
      expect(absent.filter(({ acknowledgedAt }) => acknowledgedAt < startedAt)).toEqual([]);
      expect(present.filter(({ begunAt }) => begunAt > endedAt)).toEqual([]);
      // What is missing had not been acknowledged when anything began that is there.
      const moment = Math.min(...absent.map(({ acknowledgedAt }) => acknowledgedAt));
      expect(present.filter(({ begunAt }) => begunAt > moment)).toEqual([]);
      // Writes were under way: some from before the backup are there, and others from during it.
      expect(
        crowd.writes.filter((one) => one.begunAt < endedAt && one.acknowledgedAt > startedAt).length,
      ).toBeGreaterThan(LABORATORIES);
      await expectToHold(restored);
      await restored.stop();
    }
    expect(backups).toHaveLength(BACKUPS);
  });

  async function expectToHold(restored: EmbeddedDatabase): Promise<void> {
    const other = await TestApp.start({ mongodbUri: restored.uri });
    for (const laboratoryId of crowd.laboratoryIds) {
      for (const ledger of ['money', 'stock'] as const) {
        const chain = chainOf(other, ledger, laboratoryId);
        expect(await chain.verified()).toBeNull();
        expect((await chain.links()).length).toBeGreaterThan(0);
      }
    }
    const checks = await other.services.get(CheckTotals).check();
    expect(checks.flatMap(({ differences }) => differences)).toEqual([]);
    expect((await other.services.get(CheckStockTotals).check()).differences).toEqual([]);
    await other.close();
  }
});
