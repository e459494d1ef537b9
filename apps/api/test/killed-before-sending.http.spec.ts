import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { MailServer } from './mail-server';
import { ServerProcess } from './server-process';
import { SoftwareAuthenticator } from './software-authenticator';

// Each start takes seconds on a machine with other work.
jest.setTimeout(180_000);

const PUBLIC_URL = 'https://lab.example';
const ADMIN = { email: 'admin@lab.example', password: 'Correct-horse-1' };

/** Longer than the job takes to look for messages again. */
const TWO_RUNS_MS = 12_000;
const COUNT = 3;

describe('a server that is killed between a notice and its message', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shifa-killed-'));
  const started: ServerProcess[] = [];
  let mailHost: MailServer;

  beforeAll(async () => {
    mailHost = await MailServer.start();
  });
  afterAll(async () => {
    for (const server of started) server.kill('SIGTERM');
    await Promise.all(started.map((server) => server.ended()));
    await mailHost.stop();
    rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  async function start(): Promise<{ server: ServerProcess; url: string }> {
    const seed = { SEED: 'none', SEED_ADMIN_EMAIL: ADMIN.email, SEED_ADMIN_PASSWORD: ADMIN.password };
    const mail = { SMTP_URL: mailHost.url, MAIL_FROM: 'Shifa MS <no-reply@lab.example>' };
    const server = ServerProcess.spawn({ DATA_DIR: dataDir, PUBLIC_URL, ...seed, ...mail });
    started.push(server);
    return { server, url: await server.ready() };
  }

  async function until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 100));
  }

  it('loses none, and sends each once after it is started again', async () => {
    const first = await start();
    const answer = await request(first.url).post('/api/auth/login').send(ADMIN).expect(200);
    const { token } = (answer.body as { data: { token: string } }).data;
    const agent = request.agent(first.url).set('Authorization', `Bearer ${token}`);
    await agent.post('/api/messages/email/confirmation').send({}).expect(200);
    await until(() => mailHost.received.length === 1);
    const link = /confirm-email#([\w-]{43})/.exec(mailHost.received[0]?.mail.text ?? '')?.[1];
    await agent.post('/api/messages/email/confirm').send({ token: link }).expect(200);

    // While the mail host is away, the process cannot be faster with sending than it is killed.
    await mailHost.stop();
    for (let number = 0; number < COUNT; number += 1) {
      const options = await agent.post('/api/auth/second-factor/passkeys/options').expect(200);
      const passkey = new SoftwareAuthenticator(PUBLIC_URL).create((options.body as { data: never }).data);
      const body = { name: `Telephone ${number}`, answer: passkey };
      await agent.post('/api/auth/second-factor/passkeys').send(body).expect(200);
    }
    first.server.kill('SIGKILL');
    await first.server.ended();
    mailHost.received.length = 0;
    await mailHost.listen();

    await start();
    await until(() => mailHost.received.length >= COUNT);
    await new Promise((resolve) => setTimeout(resolve, TWO_RUNS_MS));
    expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual(Array(COUNT).fill('Passkey added'));
    expect(new Set(mailHost.received.map(({ mail }) => mail.messageId)).size).toBe(COUNT);
  });
});
