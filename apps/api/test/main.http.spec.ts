import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { mongo } from 'mongoose';
import request from 'supertest';
import { demoAccounts, DEMO_PASSWORD } from '../src/first-data';
import { EmbeddedDatabase } from './embedded-database';
import { ServerProcess } from './server-process';

type LoginAnswer = { data: { token: string; user: { role: string; laboratoryId: { code: string } | null } } };

async function login(url: string, email: string, password = DEMO_PASSWORD): Promise<LoginAnswer['data']> {
  const response = await request(url).post('/api/auth/login').send({ email, password }).expect(200);
  return (response.body as LoginAnswer).data;
}

/** Starts without the demo network, whose seeding takes long. */
const firstAdmin = { SEED: 'none', SEED_ADMIN_EMAIL: 'chief@lab.example', SEED_ADMIN_PASSWORD: 'First-admin-1' };

// For tests that hang: a machine with other work needs seconds for each start.
jest.setTimeout(120_000);

describe('the server as operators run it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shifa-main-'));
  const started: ServerProcess[] = [];

  function start(env: Record<string, string> = {}, umask?: number): ServerProcess {
    const server = ServerProcess.spawn({ DATA_DIR: dataDir, ...env }, umask);
    started.push(server);
    return server;
  }

  afterAll(async () => {
    for (const server of started) server.kill('SIGTERM');
    await Promise.all(started.map((server) => server.ended()));
    // The database of a server that crashed ends shortly after it, and removes files of its own.
    rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  it('seeds the demo network on the first run, and each of its accounts can sign in', async () => {
    const server = start();
    const url = await server.ready();
    const roles = [];
    for (const [email] of demoAccounts) {
      const { user } = await login(url, email);
      roles.push(`${user.role} ${user.laboratoryId?.code ?? '–'}`);
    }
    expect(roles).toEqual(['super_admin –', 'lab_admin KOL', 'manager KOL', 'staff KOL', 'lab_admin DXB', 'staff DXB']);
    server.kill('SIGTERM');
    const { code, output } = await server.ended();
    expect(code).toBe(0);
    expect(output).toContain(DEMO_PASSWORD);
  });

  it('keeps acknowledged writes and sessions when it is killed', async () => {
    const first = start();
    const before = await first.ready();
    const { token } = await login(before, 'super@shifa.example');
    const body = createLaboratoryBody({ name: 'Shifa Ranchi', code: 'RAN' });
    const bearer = `Bearer ${token}`;
    await request(before).post('/api/laboratories').set('Authorization', bearer).send(body).expect(201);
    first.kill('SIGKILL');
    await first.ended();

    const second = start();
    const after = await second.ready();
    const response = await request(after)
      .get('/api/laboratories')
      .query({ search: 'Ranchi' })
      .set('Authorization', bearer)
      .expect(200);
    expect(response.body).toMatchObject({ data: [{ name: 'Shifa Ranchi', code: 'RAN' }], pagination: { total: 1 } });
    second.kill('SIGINT');
    expect((await second.ended()).code).toBe(0);
  });

  it('answers the request in progress before it ends', async () => {
    const server = start();
    const url = await server.ready();
    const body = JSON.stringify({ email: 'super@shifa.example', password: DEMO_PASSWORD });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const login = send(`${url}/api/auth/login`, { method: 'POST', headers });
    login.write(body.slice(0, 5));
    await once(login, 'socket');
    await request(url).get('/api/health/ready').expect(200);
    server.kill('SIGTERM');
    // A connection that the server has not accepted when it stops listening is reset.
    await expect(async () => {
      for (;;) await request(url).get('/api/health/ready');
    }).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    login.end(body.slice(5));
    const [answer] = (await once(login, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect((await server.ended()).code).toBe(0);
  });

  it('backs up what an earlier version has stored before it changes it', async () => {
    const backups = join(dataDir, '../backups-before-update');
    const first = start({ BACKUP_DIR: backups });
    await first.ready();
    first.kill('SIGTERM');
    await first.ended();
    expect(existsSync(backups)).toBe(false);

    const database = await EmbeddedDatabase.start(dataDir);
    const client = await mongo.MongoClient.connect(database.uri);
    const migrations = client.db().collection('migrations');
    const [earlier] = await migrations.find({}, { sort: { _id: -1 }, limit: 1 }).toArray();
    await migrations.deleteOne({ _id: earlier?._id });
    await client.close();
    await database.stop();
    const second = start({ BACKUP_DIR: backups });
    await second.ready();
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^shifa-auto-/)]);
    second.kill('SIGTERM');
    await second.ended();
    rmSync(backups, { recursive: true, force: true });
  });

  it('reports all faults of the environment and does not start', async () => {
    const { code, output } = await start({ PORT: 'high', SEED: 'maybe', LOG_LEVEL: 'loud' }).ended();
    expect(code).toBe(1);
    for (const name of ['PORT', 'SEED', 'LOG_LEVEL']) expect(output).toContain(name);
    expect(output).not.toContain('ready');
  });

  it.each([
    ['new', []],
    ['readable by everyone', ['/', '/jwt.secret', '/data.mdb']],
  ])('keeps a data folder that is %s to its owner, whatever the umask', async (_, exposed) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'shifa-modes-')), 'data');
    const started = () => start({ DATA_DIR: folder, ...firstAdmin }, 0o022);
    if (exposed.length > 0) {
      const first = started();
      await first.ready();
      first.kill('SIGTERM');
      await first.ended();
      for (const path of exposed) chmodSync(join(folder, path), path === '/' ? 0o755 : 0o644);
    }
    const server = started();
    await server.ready();
    const paths = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
    expect(paths.map((path) => [path, lstatSync(path).mode & 0o077])).toEqual(paths.map((path) => [path, 0]));
    server.kill('SIGTERM');
    const { output } = await server.ended();
    expect(output.match(/could access/g) ?? []).toHaveLength(exposed.length > 0 ? 1 : 0);
    rmSync(dirname(folder), { recursive: true });
  });

  it('requires a first administrator when nothing is seeded, who can then sign in', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'shifa-empty-'));
    const refused = await start({ DATA_DIR: empty, SEED: 'none' }).ended();
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('SEED_ADMIN_EMAIL and SEED_ADMIN_PASSWORD');

    const server = start({ DATA_DIR: empty, ...firstAdmin });
    const { user } = await login(await server.ready(), firstAdmin.SEED_ADMIN_EMAIL, firstAdmin.SEED_ADMIN_PASSWORD);
    expect(user.role).toBe('super_admin');
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    rmSync(empty, { recursive: true });
  });

  it.each([
    ['an unhandled rejection', `Promise.reject(new Error('boom'))`],
    [
      "an uncaught exception, even if the server doesn't close",
      `require('node:http').Server.prototype.close = () => undefined; throw new Error('boom')`,
    ],
  ])('logs %s, and ends', async (_, code) => {
    const fault = join(dataDir, 'fault.cjs');
    writeFileSync(fault, `process.on('SIGUSR2', () => { ${code}; });`);
    const server = start({ NODE_OPTIONS: `--require ${fault}` });
    await server.ready();
    server.kill('SIGUSR2');
    const ended = await server.ended();
    expect(ended.code).toBe(1);
    const line = ended.output.split('\n').find((text) => text.includes('"unhandled error"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 60,
      err: { message: 'boom', stack: expect.any(String) as string },
    });
  });
});
