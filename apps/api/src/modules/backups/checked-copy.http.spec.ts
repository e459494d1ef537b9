import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Connection } from 'mongoose';
import { createApp, createAppOnCopy } from '../../create-app';
import { readEnv } from '../../env';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { EmbeddedDatabase } from '../../../test/embedded-database';
import { MailServer } from '../../../test/mail-server';
import { TestApp } from '../../../test/test-app';
import { connect } from '../../../test/test-database';
import { OutgoingEmails } from '../messages/messages.port';
import { Outbox } from '../messages/outbox';

/** Longer than the time between two runs of the job that sends messages. */
const ONE_RUN_MS = 6_000;

const letter = { to: 'orders@supplier.example', replyTo: null, subject: 'Purchase order PO-1' };

describe('a copy of a data folder with messages that are waiting', () => {
  let database: EmbeddedDatabase;
  let mailHost: MailServer;

  beforeAll(async () => {
    mailHost = await MailServer.start();
    database = await EmbeddedDatabase.start();
    const app = await TestApp.start({ mongodbUri: database.uri });
    const person = await app.user('super_admin');
    await app.services.get(UnitOfWork).run(async () => {
      const nothing = { paragraphs: [], entries: [], notes: [] };
      await app.services.get(OutgoingEmails).add({ purpose: 'purchase_order', ...letter, ...nothing });
      const push = { recipientId: person._id, notificationIds: [newId()] };
      await app.services.get(Outbox).add({ purpose: 'notice', channel: 'push', ...push });
    });
    await app.close();
    await database.stop();
  });
  afterAll(async () => {
    await mailHost.stop();
    await database.remove();
  });

  /** What the server is started with: everything that messages can be sent by. */
  const environment = (dataDir: string) =>
    readEnv({
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://lab.example',
      SMTP_URL: mailHost.url,
      MAIL_FROM: 'Shifa MS <no-reply@lab.example>',
      MESSAGE_GATEWAY_URL: 'https://gateway.example',
      MESSAGE_GATEWAY_SECRET: 'a secret of the gateway that is long enough',
      LOG_LEVEL: 'silent',
    });

  async function onCopy(
    name: string,
    start: (dataDir: string, uri: string) => Promise<NestFastifyApplication>,
    use: (app: NestFastifyApplication, connection: Connection) => Promise<void>,
  ): Promise<void> {
    const dataDir = join(dirname(database.dataDir), name);
    await cp(database.dataDir, dataDir, { recursive: true });
    const copy = await EmbeddedDatabase.start(dataDir);
    const app = await start(dataDir, copy.uri);
    const connection = await connect(copy.uri);
    await use(app, connection);
    await connection.close();
    await app.close();
    await copy.stop();
  }

  it('contacts nobody while it is checked, and runs no job', async () => {
    await onCopy(
      'checked',
      (dataDir, uri) => createAppOnCopy(environment(dataDir), uri),
      async (app, connection) => {
        const schedule = app.get(SchedulerRegistry);
        expect([...schedule.getCronJobs().keys(), ...schedule.getIntervals(), ...schedule.getTimeouts()]).toEqual([]);
        await new Promise((resolve) => setTimeout(resolve, ONE_RUN_MS));
        const deliveries = await connection.collection('deliveries').find().toArray();
        expect(deliveries).toMatchObject(Array(2).fill({ status: 'waiting', attempts: 0 }));
        expect(mailHost.received).toEqual([]);
      },
    );
  });

  it('sends them when the product is started on it', async () => {
    await onCopy(
      'started',
      (dataDir, uri) => createApp({ ...environment(dataDir), mongodbUri: uri }),
      async () => {
        await new Promise((resolve) => setTimeout(resolve, ONE_RUN_MS));
        expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual([letter.subject]);
      },
    );
  });
});
