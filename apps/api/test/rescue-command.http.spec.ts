import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { ServerProcess } from './server-process';

// Each start takes seconds on a machine with other work.
jest.setTimeout(180_000);

const ADMIN = { email: 'admin@lab.example', password: 'Correct-horse-1' };
const COMMAND = join(__dirname, '../dist/src/rescue.cli.js');

describe('npm run rescue', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shifa-rescue-'));
  const started: ServerProcess[] = [];
  afterAll(async () => {
    for (const server of started) server.kill('SIGTERM');
    await Promise.all(started.map((server) => server.ended()));
    rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  async function start() {
    const seed = { SEED: 'none', SEED_ADMIN_EMAIL: ADMIN.email, SEED_ADMIN_PASSWORD: ADMIN.password };
    const server = ServerProcess.spawn({ DATA_DIR: dataDir, ...seed });
    started.push(server);
    return { server, url: await server.ready() };
  }

  /** What `npm run rescue` starts once everything is built. */
  function rescue(...args: string[]): Promise<{ code: number; output: string }> {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    return new Promise((resolve) => {
      execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, output: stdout + stderr }),
      );
    });
  }

  const signIn = (url: string, password: string) =>
    request(url).post('/api/auth/login').send({ email: ADMIN.email, password });

  it('gives the super admin of a data folder a temporary password while the product is stopped', async () => {
    const first = await start();
    const response = await signIn(first.url, ADMIN.password).expect(200);
    const { token } = (response.body as { data: { token: string } }).data;
    const running = await rescue(ADMIN.email);
    expect(running.code).toBe(1);
    expect(running.output).toContain('is in use by process');
    first.server.kill('SIGTERM');
    await first.server.ended();

    const others = [await rescue(), await rescue('nobody@lab.example')];
    expect(others.map(({ code }) => code)).toEqual([1, 1]);
    expect(others[0]?.output).toContain('Usage: npm run rescue -- <email address of a super admin>');
    expect(others[1]?.output).toContain('No active super admin has the email address nobody@lab.example');
    const done = await rescue('Admin@lab.example');
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('It works for 72 hours') as string });
    const password = /^Temporary password: (\S+)$/m.exec(done.output)?.[1] ?? '';

    const second = await start();
    await request(second.url).get('/api/auth/me').set('Authorization', `Bearer ${token}`).expect(401);
    await signIn(second.url, ADMIN.password).expect(401);
    const answer = await signIn(second.url, password).expect(200);
    expect(answer.body).toMatchObject({ data: { user: { mustChangePassword: true } } });
  });
});
