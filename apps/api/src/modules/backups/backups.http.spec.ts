import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Backups } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { BackupSettings } from '../../env';
import { newId, objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { EmbeddedDatabase } from '../../../test/embedded-database';
import { type Person, TestApp } from '../../../test/test-app';
import { BackupNotices } from './backup.notices';
import { BackupRepository } from './backup.repository';
import { BACKUP_SETTINGS, BackupService } from './backup.service';
import { BackupJobs } from './backup-jobs';

type Answer = { body: unknown };
const dataOf = ({ body }: Answer) => (body as { data: Backups }).data;

const HOUR = 3_600_000;

describe('the backups of the embedded database', () => {
  let database: EmbeddedDatabase;
  let app: TestApp;
  let head: Person;
  let settings: BackupSettings;
  let now = new Date();
  let jobs: BackupJobs;
  let collection: (name: string) => ReturnType<Connection['collection']>;

  const service = () => app.services.get(BackupService);
  const list = async () => dataOf(await app.as(head).get('/api/backups').expect(200));
  const notices = async () => {
    const answer = await app.as(head).get('/api/notifications').expect(200);
    return (answer.body as { data: { title: string; message: string; actionUrl: string }[] }).data;
  };
  const later = (hours: number) => (now = new Date(now.getTime() + hours * HOUR));
  /** What the minute brings, and what it starts. */
  async function tick(): Promise<void> {
    await jobs.run();
    await service().settled();
  }

  beforeAll(async () => {
    database = await EmbeddedDatabase.start();
    await writeFile(join(database.dataDir, 'jwt.secret'), 'secret', { mode: 0o600 });
    const folder = join(dirname(database.dataDir), 'backups');
    settings = { dataDir: database.dataDir, folder, time: '02:30', keep: 2 };
    app = await TestApp.start({ mongodbUri: database.uri, backups: settings });
    collection = (name) => app.services.get<Connection>(getConnectionToken()).collection(name);
    jest.spyOn(app.services.get(Clock), 'now').mockImplementation(() => now);
  });
  beforeEach(async () => {
    now = new Date();
    Object.assign(app.services.get<BackupSettings>(BACKUP_SETTINGS), { time: '02:30' });
    for (const name of ['backups', 'notifications', 'audit']) await collection(name).deleteMany({});
    await rm(settings.folder, { recursive: true, force: true });
    head = await app.person('super_admin');
    // As after a start of the server.
    const [repository, notices] = [app.services.get(BackupRepository), app.services.get(BackupNotices)];
    const shared = [app.services.get(UnitOfWork), app.services.get(Clock)] as const;
    jobs = new BackupJobs(settings, service(), repository, notices, ...shared);
  });
  afterAll(async () => {
    await app.close();
    await database.remove();
  });

  it('are made before an update, which does not go on without one', async () => {
    await service().beforeMigrations();
    expect((await list()).backups).toMatchObject([{ result: 'ok', by: null, isStored: true }]);

    later(1);
    await rm(settings.folder, { recursive: true });
    await writeFile(settings.folder, 'in the way');
    await expect(service().beforeMigrations()).rejects.toThrow(/^The backup before the update failed: .+ Correct this/);
    Object.assign(app.services.get<BackupSettings>(BACKUP_SETTINGS), { time: null });
    await service().beforeMigrations();
    expect((await list()).backups).toHaveLength(2);
  });

  it('are made on request, in a folder that is complete, and listed with what they hold', async () => {
    const started = dataOf(await app.as(head).post('/api/backups').expect(200));
    expect(started.running).toMatchObject({ by: head.user.name, step: 'copying' });
    const refused = await app.as(head).post('/api/backups').expect(409);
    expect(refused.body).toMatchObject({ code: 'BACKUP_RUNNING' });
    await service().settled();
    const { backups, running, ...about } = await list();
    expect(running).toBeNull();
    expect(about).toMatchObject({ mode: 'automatic', time: '02:30', keep: 2, folder: settings.folder });
    expect(backups).toEqual([
      expect.objectContaining({ result: 'ok', error: null, by: head.user.name, isStored: true }) as object,
    ]);
    const [{ name, bytes, documents }] = backups as [Backups['backups'][number]];
    const folder = join(settings.folder, name);
    expect((await readdir(folder)).toSorted()).toEqual(['backup.json', 'data.mdb', 'jwt.secret']);
    expect((await stat(join(folder, 'data.mdb'))).size).toBe(bytes);
    const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as { documents: object };
    expect(manifest.documents).toMatchObject({ 'test.backups': 1 });
    expect(documents).toBe(Object.values<number>({ ...manifest.documents }).reduce((sum, count) => sum + count, 0));
    const audit = await app.as(head).get('/api/audit?entity=backup').expect(200);
    expect(audit.body).toMatchObject({ data: [{ action: 'backup.started', by: { name: head.user.name } }] });
  });

  it('are made once a day, five minutes after a start that has missed one', async () => {
    await tick();
    expect((await list()).backups).toEqual([]);
    later(0.1);
    await tick();
    await tick();
    expect((await list()).backups).toEqual([expect.objectContaining({ result: 'ok', by: null }) as object]);
    later(24);
    await tick();
    const { backups, next } = await list();
    expect(backups).toHaveLength(2);
    expect(new Date(next ?? 0).getTime()).toBeGreaterThan(now.getTime());
  });

  it('are removed beyond the number to keep, and nothing else in their folder is', async () => {
    const strange = ['shifa-2026-01-01T00-00-00Z', 'shifa-auto-2026-01-01T00-00-00Z', 'photos'];
    for (const name of strange) await mkdir(join(settings.folder, name), { recursive: true });
    await jobs.run();
    for (let day = 0; day < 4; day += 1) {
      later(24);
      await tick();
    }
    later(1);
    await app
      .as(await signedIn())
      .post('/api/backups')
      .expect(200);
    await service().settled();
    const { backups } = await list();
    expect(backups.map(({ by }) => by === null)).toEqual([false, true, true]);
    const own = backups.map(({ name }) => name);
    expect((await readdir(settings.folder)).toSorted()).toEqual([...strange, ...own].toSorted());
  });

  /** Sessions end while the days of a test pass. */
  async function signedIn(): Promise<Person> {
    return (head = await app.person('super_admin'));
  }

  it('that fail say why, tell the super admins once, and are repeated', async () => {
    await writeFile(settings.folder, 'a file');
    await jobs.run();
    later(0.1);
    await tick();
    later(5);
    await tick();
    const failure = `${settings.folder} isn't a folder. Set BACKUP_DIR to another one.`;
    const { backups } = await list();
    expect(backups.map(({ result, error, isStored }) => [result, error, isStored])).toEqual([
      ['failed', failure, false],
      ['failed', failure, false],
    ]);
    const told = await notices();
    expect(told.map(({ title }) => title)).toEqual(['Backup failed']);
    expect(told[0]).toMatchObject({
      message: expect.stringContaining(failure) as string,
      actionUrl: '/settings/backups',
    });
    await rm(settings.folder);
    later(5);
    await tick();
    expect((await list()).backups[0]).toMatchObject({ result: 'ok' });
  });

  it('that are older than two days are a notice of their own, once a day', async () => {
    await jobs.run();
    later(0.1);
    await tick();
    await rm(settings.folder, { recursive: true });
    await writeFile(settings.folder, 'a file');
    const first = head;
    for (let hours = 0; hours < 60; hours += 3) {
      later(3);
      await tick();
    }
    const told = collection('notifications').find({ group: /^backup-/, recipientId: objectId(first.id) });
    const byGroup = new Map((await told.toArray()).map(({ group, count }) => [String(group), Number(count)]));
    expect(byGroup.get('backup-too-old')).toBe(1);
    expect(byGroup.get('backup-failed')).toBeGreaterThan(0);
  });

  it('whose process was killed leave nothing unfinished, and a notice', async () => {
    const name = 'shifa-auto-2026-11-01T21-00-00Z';
    await mkdir(join(settings.folder, `${name}.unfinished`), { recursive: true });
    const row = { name, state: 'running', startedAt: now, finishedAt: null, bytes: null, documents: null };
    await collection('backups').insertOne({ _id: newId(), ...row, error: null, by: null });
    expect((await list()).backups).toEqual([]);
    await tick();
    expect(await readdir(settings.folder)).toEqual([]);
    expect((await list()).backups).toEqual([
      expect.objectContaining({ name, result: 'failed', error: expect.stringContaining('The server ended') as string }),
    ]);
    expect((await notices()).map(({ title }) => title)).toEqual(['Backup failed']);
  });

  it('stop with the server, and leave nothing behind', async () => {
    await service().start(null);
    await service().beforeApplicationShutdown();
    expect((await list()).backups).toEqual([
      expect.objectContaining({ result: 'failed', error: expect.stringContaining('was stopped') as string }) as object,
    ]);
    expect(await readdir(settings.folder).catch(() => [])).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it('do not follow a link out of their folder when they are removed', async () => {
    const outside = join(dirname(settings.folder), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'data.mdb'), 'mine');
    await service().start(null);
    await service().settled();
    const name = (await list()).backups[0]?.name ?? '';
    await rm(join(settings.folder, name), { recursive: true });
    await symlink(outside, join(settings.folder, name));
    for (let count = 0; count < 3; count += 1) {
      later(1);
      await service().start(null);
      await service().settled();
    }
    expect(await readdir(outside)).toEqual(['data.mdb']);
  });

  it('hold up no request while they are made', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    await service().start(null);
    delay.enable();
    await service().settled();
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(250);
  });

  it('are made only on request if the operator wants that', async () => {
    Object.assign(app.services.get<BackupSettings>(BACKUP_SETTINGS), { time: null });
    await jobs.run();
    later(80);
    await tick();
    await signedIn();
    expect(await list()).toMatchObject({ mode: 'off', next: null, backups: [] });
    await app.as(head).post('/api/backups').expect(200);
    await service().settled();
    expect((await list()).backups).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  it('are for super admins', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    for (const role of ['lab_admin', 'manager', 'staff'] as const) {
      const person = await app.person(role, { laboratoryId });
      await app.as(person).get('/api/backups').expect(403);
      await app.as(person).post('/api/backups').expect(403);
    }
  });
});

describe('the backups of a MongoDB', () => {
  it('are made by its operator', async () => {
    const app = await TestApp.start();
    const head = await app.person('super_admin');
    const shown = dataOf(await app.as(head).get('/api/backups').expect(200));
    expect(shown).toMatchObject({ mode: 'external', time: null, folder: null, next: null, backups: [] });
    const refused = await app.as(head).post('/api/backups').expect(409);
    expect(refused.body).toMatchObject({ code: 'BACKUP_EXTERNAL' });
    await app.services.get(BackupJobs).run();
    await app.close();
  });
});
