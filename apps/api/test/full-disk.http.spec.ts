import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLaboratoryBody, createTransactionBody } from '@shifa/contract/testing';
import request from 'supertest';
import { ServerProcess } from './server-process';

const ADMIN = { email: 'admin@shifa.example', password: 'Correct-horse-1' };
/** What fits until the disk is full. */
const ROOM_BYTES = 1_500_000;
const VERIFICATION = join(__dirname, '../dist/src/verify-backup.cli.js');

type Listed = { data: { description: string }[]; pagination: { total: number } };
type Created = { data: { _id: string } };
type Failed = { code: string; message: string };

// For tests that hang: a machine with other work needs seconds for each start.
jest.setTimeout(240_000);

/** A limit on the size of files has the effect of a full disk on the database, and needs no privileges. */
describe('a server whose disk is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shifa-full-'));
  const dataDir = join(folder, 'data');
  const env = {
    DATA_DIR: dataDir,
    SEED: 'none',
    SEED_ADMIN_EMAIL: ADMIN.email,
    SEED_ADMIN_PASSWORD: ADMIN.password,
    BACKUP_TIME: 'off',
  };
  const acknowledged: string[] = [];
  let token: string;
  let laboratoryId: string;
  let server: ServerProcess;
  let url: string;

  const start = async (fileBytes?: number) => {
    server = ServerProcess.spawn(env, undefined, fileBytes);
    url = await server.ready();
  };
  const stop = async () => {
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  };
  const as = () => request.agent(url).set('Authorization', `Bearer ${token}`);
  const enter = (description: string) =>
    as()
      .post('/api/transactions')
      .send(createTransactionBody({ laboratoryId, description, confirmDuplicate: true }));

  beforeAll(async () => {
    await start();
    const signedIn = await request(url).post('/api/auth/login').send(ADMIN).expect(200);
    ({ token } = (signedIn.body as { data: { token: string } }).data);
    const created = await as().post('/api/laboratories').send(createLaboratoryBody()).expect(201);
    laboratoryId = (created.body as Created).data._id;
    await stop();
    await start(statSync(join(dataDir, 'data.mdb')).size + ROOM_BYTES);
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended();
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  it('refuses changes, says why, and keeps what it has acknowledged', async () => {
    let refused: Failed | undefined;
    for (let number = 1; refused === undefined && number <= 5_000; number += 1) {
      const answer = await enter(`Entry ${number}`);
      if (answer.status === 201) acknowledged.push(`Entry ${number}`);
      else refused = answer.body as Failed;
    }
    expect(refused).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The server’s disk is full, and nothing was saved. Ask your administrator.',
    });
    expect(acknowledged.length).toBeGreaterThan(10);
  });

  it('answers everything that only reads', async () => {
    const { total } = ((await as().get('/api/transactions?limit=100').expect(200)).body as Listed).pagination;
    expect(total).toBe(acknowledged.length);
    for (const path of [
      '/api/health',
      '/api/auth/me',
      '/api/dashboard',
      '/api/laboratories',
      '/api/transactions/stats',
    ]) {
      await as().get(path).expect(200);
    }
  });

  it('works again once there is room, with ledgers and totals that hold', async () => {
    await stop();
    await start();
    const listed: string[] = [];
    for (let page = 1; listed.length < acknowledged.length; page += 1) {
      const { data } = (await as().get(`/api/transactions?limit=100&page=${page}`).expect(200)).body as Listed;
      if (data.length === 0) break;
      listed.push(...data.map(({ description }) => description));
    }
    expect(listed.toSorted()).toEqual(acknowledged.toSorted());
    await enter('One more').expect(201);
    await stop();
    const { stdout } = await promisify(execFile)(process.execPath, [VERIFICATION], {
      env: { PATH: process.env.PATH, ...env },
    });
    expect(stdout).toContain('ledger “Money”');
    expect(stdout).not.toContain('differs');
  });
});
