import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { DEMO_PASSWORD } from '../src/first-data';
import { ServerProcess } from './server-process';

// Each start takes seconds on a machine with other work.
jest.setTimeout(180_000);

const ROOT = join(__dirname, '../../..');

describe('npm run rescue', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shifa-rescue-'));
  const started: ServerProcess[] = [];
  afterAll(async () => {
    for (const server of started) server.kill('SIGTERM');
    await Promise.all(started.map((server) => server.ended()));
    rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  async function start() {
    const server = ServerProcess.spawn({ DATA_DIR: dataDir });
    started.push(server);
    return { server, url: await server.ready() };
  }

  /** The command as an operator enters it. */
  function rescue(...args: string[]): Promise<{ code: number; output: string }> {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir };
    return new Promise((resolve) => {
      execFile('npm', ['run', '--silent', 'rescue', '--', ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr }),
      );
    });
  }

  const signIn = (url: string, password: string) =>
    request(url).post('/api/auth/login').send({ email: 'super@shifa.example', password });

  it('gives the super admin of a data folder a temporary password while the product is stopped', async () => {
    const first = await start();
    const { body } = await signIn(first.url, DEMO_PASSWORD).expect(200);
    const { token } = (body as { data: { token: string } }).data;
    const running = await rescue('super@shifa.example');
    expect(running.code).toBe(1);
    expect(running.output).toContain('is in use by process');
    first.server.kill('SIGTERM');
    await first.server.ended();

    const others = [await rescue(), await rescue('labadmin@shifa.example')];
    expect(others.map(({ code }) => code)).toEqual([1, 1]);
    expect(others[0]?.output).toContain('Usage: npm run rescue -- <email address of a super admin>');
    expect(others[1]?.output).toContain('No active super admin has the email address labadmin@shifa.example');
    const done = await rescue('Super@shifa.example');
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('It works for 72 hours') as string });
    const password = /^Temporary password: (\S+)$/m.exec(done.output)?.[1] ?? '';

    const second = await start();
    await request(second.url).get('/api/auth/me').set('Authorization', `Bearer ${token}`).expect(401);
    await signIn(second.url, DEMO_PASSWORD).expect(401);
    const answer = await signIn(second.url, password).expect(200);
    expect(answer.body).toMatchObject({ data: { user: { mustChangePassword: true } } });
  });
});
