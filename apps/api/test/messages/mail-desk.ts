import type { MessagePreferences } from '@shifa/contract';
import type { Notice } from '../../src/modules/notifications/notifications.port';
import { MailServer, type ReceivedMail } from '../mail-server';
import { type Person, TestApp } from '../test-app';
import { MessageDesk } from './message-desk';

/** Messages by email, and the host that receives them. */
export class MailDesk extends MessageDesk {
  private constructor(
    app: TestApp,
    readonly mailHost: MailServer,
  ) {
    super(app);
  }

  static async open(): Promise<MailDesk> {
    const mailHost = await MailServer.start();
    const mail = { url: mailHost.url, from: 'Shifa MS <no-reply@lab.example>' };
    return new MailDesk(await TestApp.start({ mail, publicUrl: 'https://lab.example/' }), mailHost);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.mailHost.stop();
  }

  override reset(): void {
    super.reset();
    this.mailHost.received.length = 0;
    this.mailHost.refusal = undefined;
  }

  last(): ReceivedMail {
    const received = this.mailHost.received.at(-1);
    if (!received) throw new Error('No email was received');
    return received;
  }

  tokenIn(path: string): string | undefined {
    const link = new RegExp(`https://lab\\.example${path}#([\\w-]{43})`);
    // Other mails can be sent at the same time.
    return this.mailHost.received.flatMap(({ mail }) => link.exec(mail.text ?? '')?.[1] ?? []).at(-1);
  }

  /** A person whose address is confirmed, as people confirm it. */
  async reachable(preferences: Partial<MessagePreferences> = { email: { system: 'at_once' } }): Promise<Person> {
    const person = await this.app.person('lab_admin', { laboratoryId: (await this.app.laboratory())._id });
    await this.app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await this.work();
    await this.app.http
      .post('/api/messages/email/confirm')
      .send({ token: this.tokenIn('/confirm-email') })
      .expect(200);
    await this.choose(person, preferences);
    this.mailHost.received.length = 0;
    return person;
  }

  notify(person: Person, notice: Partial<Notice> = {}): Promise<void> {
    return this.send(person, {
      type: 'system',
      priority: 'medium',
      title: 'फ्रीज़र 1 बहुत गर्म है',
      message: 'Freezer 1 is above −15 °C & <rising>.',
      action: { label: 'Open freezer', path: '/inventory?search=freezer' },
      ...notice,
    });
  }
}
