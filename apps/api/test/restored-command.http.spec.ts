import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Caches } from '../src/platform/cache/caches';
import { PASSWORD, TestApp } from './test-app';

// The command starts the whole product.
jest.setTimeout(180_000);

const COMMAND = join(__dirname, '../dist/src/restored.cli.js');

describe('npm run db:restored', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  /** What `npm run db:restored` starts once everything is built. */
  function run(env: Record<string, string>): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [COMMAND], { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, output: stdout + stderr }),
      );
    });
  }

  it('ends what is outdated in a database that nothing marks as restored', async () => {
    const head = await app.person('super_admin');
    const now = new Date();
    const deliveries = app.services.get<Connection>(getConnectionToken()).collection('deliveries');
    const waiting = { purpose: 'notice', channel: 'push', status: 'waiting', recipientId: head.user._id, nextAt: now };
    await deliveries.insertOne({ ...waiting, isOpen: false, notificationIds: [], expiresAt: now });

    const done = await run({ MONGODB_URI: app.mongodbUri, JWT_SECRET: 'a secret of tests that is long enough' });
    expect(done).toEqual({
      code: 0,
      output: 'All sessions have ended, and the messages that were waiting are dropped.\n',
    });
    // The product was not running, as it must not be.
    app.services.get(Caches).clear();
    await app.as(head).get('/api/auth/me').expect(401);
    expect(await deliveries.findOne({ recipientId: head.user._id })).toMatchObject({ status: 'dropped' });
    const token = await app.login({ email: head.user.email, password: PASSWORD });
    const answer = await app.as({ token }).get('/api/notifications').expect(200);
    expect(answer.body).toMatchObject({ data: [{ title: 'Backup restored' }] });
  });

  it('says why it cannot', async () => {
    const { code, output } = await run({ MONGODB_URI: app.mongodbUri, NODE_ENV: 'production' });
    expect(code).toBe(1);
    expect(output).toContain('JWT_SECRET is needed');
  });
});
