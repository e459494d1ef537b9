import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultMessagePreferences } from '@shifa/contract';
import request from 'supertest';
import { DEMO_PASSWORD } from '../src/first-data';
import { MailServer } from './mail-server';
import { ServerProcess } from './server-process';

// Each start takes seconds on a machine with other work.
jest.setTimeout(180_000);

type Signed = { url: string; token: string; id: string };

/** Longer than the job takes to look for messages again. */
const TWO_RUNS_MS = 12_000;
const COUNT = 5;

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
    const mail = { SMTP_URL: mailHost.url, MAIL_FROM: 'Shifa MS <no-reply@lab.example>' };
    const server = ServerProcess.spawn({ DATA_DIR: dataDir, PUBLIC_URL: 'https://lab.example', ...mail });
    started.push(server);
    return { server, url: await server.ready() };
  }

  async function signIn(url: string, email: string): Promise<Signed> {
    const { body } = await request(url).post('/api/auth/login').send({ email, password: DEMO_PASSWORD }).expect(200);
    const { token, user } = (body as { data: { token: string; user: { _id: string } } }).data;
    return { url, token, id: user._id };
  }

  const as = ({ url, token }: Signed) => request.agent(url).set('Authorization', `Bearer ${token}`);

  async function until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 100));
  }

  it('loses none, and sends each once after it is started again', async () => {
    const first = await start();
    const recipient = await signIn(first.url, 'labadmin@shifa.example');
    await as(recipient).post('/api/messages/email/confirmation').send({}).expect(200);
    await until(() => mailHost.received.length === 1);
    const token = /confirm-email#([\w-]{43})/.exec(mailHost.received[0]?.mail.text ?? '')?.[1];
    await request(first.url).post('/api/messages/email/confirm').send({ token }).expect(200);
    const preferences = { ...defaultMessagePreferences, email: { announcement: 'at_once' } };
    await as(recipient).put('/api/messages/preferences').send(preferences).expect(200);

    // While the mail host is away, the process cannot be faster with sending than it is killed.
    await mailHost.stop();
    const head = await signIn(first.url, 'super@shifa.example');
    const titles = Array.from({ length: COUNT }, (_, number) => `Announcement ${number}`);
    for (const title of titles) {
      const text = { recipientId: recipient.id, type: 'announcement', priority: 'high', title, message: 'Read this.' };
      await as(head).post('/api/notifications').send(text).expect(201);
    }
    first.server.kill('SIGKILL');
    await first.server.ended();
    mailHost.received.length = 0;
    await mailHost.listen();

    await start();
    await until(() => mailHost.received.length >= COUNT);
    await new Promise((resolve) => setTimeout(resolve, TWO_RUNS_MS));
    expect(mailHost.received.map(({ mail }) => mail.subject).toSorted()).toEqual(titles);
    expect(new Set(mailHost.received.map(({ mail }) => mail.messageId)).size).toBe(COUNT);
  });
});
