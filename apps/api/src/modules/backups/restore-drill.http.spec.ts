import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AuditLogEntry, InventoryItem, Notification } from '@shifa/contract';
import { createInventoryItemBody, createTransactionBody } from '@shifa/contract/testing';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { newId } from '../../platform/domain/object-id';
import { RequestLimits } from '../../platform/http/request-limits';
import { EmbeddedDatabase } from '../../../test/embedded-database';
import { chainOf } from '../../../test/ledger';
import { differences, type State, stateOf } from '../../../test/stored-states';
import { connect } from '../../../test/test-database';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { CheckTotals } from '../finance/totals/check-totals';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { BackupService } from './backup.service';
import { BackupJobs } from './backup-jobs';
import { makeBackup } from './backup-process';

/** The same random writes each time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** People who enter, approve, move stock and clock in, one write after another. */
class Writers {
  private readonly random = randomNumbers(20_261_126);
  private readonly entries: string[] = [];
  private isClockedIn = false;
  /** How many writes were acknowledged, by kind. */
  readonly acknowledged = { entry: 0, approval: 0, stock: 0, clock: 0 };

  private constructor(
    private readonly app: TestApp,
    readonly laboratory: LaboratoryRow & { id: string },
    private readonly clerks: readonly [Person, Person],
    private readonly staff: Person,
    private readonly item: InventoryItem,
  ) {}

  static async start(app: TestApp): Promise<Writers> {
    app.services.get(RequestLimits).lift();
    const laboratory = await app.laboratory({ code: 'DRL' });
    const inLaboratory = { laboratoryId: laboratory._id, joiningDate: '2026-01-01' };
    const clerks = [await app.person('lab_admin', inLaboratory), await app.person('lab_admin', inLaboratory)] as const;
    const staff = await app.person('staff', inLaboratory);
    const body = createInventoryItemBody({ laboratoryId: laboratory.id });
    const created = await app.as(clerks[0]).post('/api/inventory').send(body).expect(201);
    const item = (created.body as { data: InventoryItem }).data;
    return new Writers(app, laboratory, clerks, staff, item);
  }

  async write(): Promise<void> {
    const kind = this.random();
    if (kind < 0.4) return this.enter();
    if (kind < 0.6 && this.entries.length > 0) return this.approve();
    return kind < 0.85 ? this.moveStock() : this.clock();
  }

  private async enter(): Promise<void> {
    const amountPaise = 100 + Math.floor(this.random() * 1_000_000);
    const body = createTransactionBody({ laboratoryId: this.laboratory.id, amountPaise });
    const answer = await this.app.as(this.clerks[0]).post('/api/transactions').send(body).expect(201);
    this.entries.push((answer.body as { data: { _id: string } }).data._id);
    this.acknowledged.entry += 1;
  }

  private async approve(): Promise<void> {
    const id = this.entries.pop() ?? '';
    await this.app.as(this.clerks[1]).put(`/api/transactions/${id}/approve`).send({ approved: true }).expect(200);
    this.acknowledged.approval += 1;
  }

  private async moveStock(): Promise<void> {
    const quantity = 1 + Math.floor(this.random() * 50);
    const path = `/api/inventory/${this.item._id}/stock`;
    const received = { type: 'in', quantity, expiryDate: '2099-12-31' };
    await this.app.as(this.clerks[0]).put(path).send(received).expect(200);
    this.acknowledged.stock += 1;
  }

  private async clock(): Promise<void> {
    const path = `/api/attendance/clock-${this.isClockedIn ? 'out' : 'in'}`;
    const { status } = await this.app.as(this.staff).post(path).send({});
    // A person can clock in only so often a day.
    if (status < 300) {
      this.isClockedIn = !this.isClockedIn;
      this.acknowledged.clock += 1;
    }
  }
}

describe('a restored backup', () => {
  let database: EmbeddedDatabase;
  let app: TestApp;
  let writers: Writers;
  let connection: Connection;
  /** The database after each write, and how many there were when each backup started and ended. */
  const states: State[] = [];
  const backups: { name: string; from: number; to: number; restored?: State }[] = [];
  let folder: string;
  let head: Person;

  beforeAll(async () => {
    database = await EmbeddedDatabase.start();
    folder = join(dirname(database.dataDir), 'backups');
    const settings = { dataDir: database.dataDir, folder, time: '02:30', keep: 60 };
    app = await TestApp.start({ mongodbUri: database.uri, backups: settings });
    connection = await connect(database.uri);
    head = await app.person('super_admin');
    await handOut(head);
    writers = await Writers.start(app);
    await writeOnce();
    const service = app.services.get(BackupService);
    for (let round = 0; round < 4; round += 1) {
      const from = states.length - 1;
      await service.start(null);
      while (service.isRunning) await writeOnce();
      const [latest] = (await service.list()).backups;
      backups.push({ name: latest?.name ?? '', from, to: states.length - 1 });
    }
  });
  afterAll(async () => {
    await connection.close();
    await app.close();
    await database.remove();
  });

  async function writeOnce(): Promise<void> {
    await writers.write();
    states.push(await stateOf(connection));
  }

  /** What the person could use, or would get, as long as it lasts. */
  async function handOut({ user: { _id: userId, email } }: Person): Promise<void> {
    const [now, soon] = [new Date(), new Date(Date.now() + 3_600_000)];
    const delivery = { purpose: 'notice', recipientId: userId, isOpen: false, nextAt: now, expiresAt: soon };
    const sent = { ...delivery, channel: 'email', status: 'sent', notificationIds: [newId()] };
    const waiting = { ...delivery, channel: 'push', status: 'waiting', notificationIds: [newId()] };
    await connection.collection('deliveries').insertMany([sent, waiting]);
    const address = { userId, failures: 0, createdAt: now };
    await connection.collection('message_addresses').insertMany([
      { ...address, channel: 'push', address: 'https://push.example/1' },
      { ...address, channel: 'email', address: email },
    ]);
    const link = { _id: userId, tokenHash: 'hash', madeFor: 'hash', expiresAt: soon };
    await connection.collection('password_reset_links').insertOne(link);
    const ticket = { _id: 'hash' as never, purpose: 'second-step', userId, expiresAt: soon };
    await connection.collection('one_time_values').insertOne(ticket);
  }

  const startOn = (restored: EmbeddedDatabase) =>
    TestApp.start({
      mongodbUri: restored.uri,
      backups: { dataDir: restored.dataDir, folder: join(folder, 'elsewhere'), time: '02:30', keep: 7 },
    });

  /** What the log and the notifications say about restores. */
  async function reportsOf(other: TestApp, person: { token: string }) {
    const log = await other.as(person).get('/api/audit?action=backup.restored').expect(200);
    const told = await other.as(person).get('/api/notifications').expect(200);
    const notices = (told.body as { data: Notification[] }).data.filter(({ title }) => title === 'Backup restored');
    return { log: (log.body as { data: AuditLogEntry[] }).data, notices };
  }

  it('was written while people worked', async () => {
    await app.as(head).get('/api/auth/me').expect(200);
    expect(new Set(backups.map(({ name }) => name)).size).toBe(4);
    for (const { from, to } of backups) expect(to - from).toBeGreaterThan(2);
    const { entry, approval, stock, clock } = writers.acknowledged;
    expect(Math.min(entry, approval, stock, clock)).toBeGreaterThan(0);
  });

  it('equals the database of one moment during the backup, byte for byte, and without a part of a write', async () => {
    for (const backup of backups) {
      const elsewhere = join(dirname(database.dataDir), `restored-${backup.name}`);
      await cp(join(folder, backup.name), elsewhere, { recursive: true });
      const restored = await EmbeddedDatabase.start(elsewhere);
      const reader = await connect(restored.uri);
      const state = await stateOf(reader);
      await reader.close();
      await restored.stop();
      const candidates = states.slice(backup.from, backup.to + 1);
      const nearest = candidates.map((one) => differences(one, state)).toSorted((a, b) => a.length - b.length)[0];
      expect(nearest).toEqual([]);
    }
  });

  it('has ledgers and totals that hold, and knows the backup it came from', async () => {
    const { name } = backups.at(-1) ?? { name: '' };
    const restored = await EmbeddedDatabase.start(join(dirname(database.dataDir), `restored-${name}`));
    const other = await startOn(restored);
    for (const ledger of ['money', 'stock', 'attendance'] as const) {
      const chain = chainOf(other, ledger, writers.laboratory._id);
      expect(await chain.verified()).toBeNull();
      if (ledger !== 'attendance') expect((await chain.links()).length).toBeGreaterThan(0);
    }
    const checks = await other.services.get(CheckTotals).check();
    expect(checks.flatMap((one) => one.differences)).toEqual([]);
    await other.services.get(BackupJobs).run();
    const { backups: listed } = await other.services.get(BackupService).list();
    expect(listed[0]).toMatchObject({ name, result: 'ok', isStored: false, documents: expect.any(Number) as number });
    expect(other.services.get<Connection>(getConnectionToken()).name).toBe('test');
    await other.close();
    await restored.stop();
  });

  it('signs nobody in, sends nothing that was waiting, and tells the super admins, once', async () => {
    // As `npm run db:backup` makes it: the database does not know of it.
    const dataDir = join(dirname(database.dataDir), 'restored-by-command');
    const order = { dataDir: database.dataDir, to: dataDir };
    await makeBackup(order, { signal: new AbortController().signal, onProgress: () => undefined });
    const restored = await EmbeddedDatabase.start(dataDir);

    const first = await startOn(restored);
    await first.as(head).get('/api/auth/me').expect(401);
    const reader = await connect(restored.uri);
    for (const name of ['sessions', 'one_time_values', 'password_reset_links']) {
      expect([name, await reader.collection(name).countDocuments()]).toEqual([name, 0]);
    }
    const { _id: userId, email } = head.user;
    const addresses = await reader.collection('message_addresses').find({ userId }).toArray();
    expect(addresses.map(({ channel }) => channel as string)).toEqual(['email']);
    const deliveries = await reader.collection('deliveries').find({ recipientId: userId }).sort({ _id: 1 }).toArray();
    expect(deliveries.map(({ status }) => status as string)).toEqual(['sent', 'dropped']);
    const token = await first.login({ email, password: PASSWORD });
    const { log, notices } = await reportsOf(first, { token });
    expect(log).toMatchObject([{ by: null, entity: 'backup', changes: [{ field: 'madeAt' }] }]);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toContain('Everyone has to sign in again.');
    await first.close();

    const second = await startOn(restored);
    expect(await reportsOf(second, { token })).toEqual({ log, notices });
    await second.close();
    await reader.close();
    await restored.stop();
  });
});
