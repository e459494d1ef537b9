import type { Failure, MessagePreferences, TestResult } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Notice } from '../../src/modules/notifications/notifications.port';
import { GatewayServer } from '../gateway-server';
import { type Person, TestApp } from '../test-app';
import { type Envelope, MessageDesk } from './message-desk';

export const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

/** Messages through a gateway, which receives them. */
export class GatewayDesk extends MessageDesk {
  private phones = 0;

  private constructor(
    app: TestApp,
    readonly gateway: GatewayServer,
  ) {
    super(app);
  }

  static async open(): Promise<GatewayDesk> {
    const gateway = await GatewayServer.start();
    const app = await TestApp.start({ publicUrl: 'https://lab.example', gateway: gateway.settings });
    return new GatewayDesk(app, gateway);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.gateway.stop();
  }

  override reset(): void {
    super.reset();
    this.gateway.now = () => this.now.getTime();
    this.gateway.answer = undefined;
    this.gateway.received.length = 0;
    this.gateway.requests = 0;
  }

  collection(name: string) {
    return this.app.services.get<Connection>(getConnectionToken()).collection(name);
  }

  askForCode(person: Person) {
    return this.app.as(person).post('/api/messages/gateway/confirmation').send({});
  }

  enter(person: Person, code: string) {
    return this.app.as(person).post('/api/messages/gateway/confirm').send({ code });
  }

  async test(person: Person): Promise<TestResult> {
    const sent = this.app.as(person).post('/api/messages/test').send({ channel: 'gateway' });
    return ((await sent.expect(200)) as Envelope<TestResult>).body.data;
  }

  async withPhone(phone?: string | null): Promise<Person> {
    this.phones += 1;
    const own = phone === undefined ? `98300 ${String(this.phones).padStart(5, '0')}` : phone;
    return this.app.person('staff', { laboratoryId: (await this.app.laboratory())._id, phone: own });
  }

  async codeFor(person: Person): Promise<string> {
    await this.askForCode(person).expect(200);
    await this.work();
    return this.gateway.received.findLast(({ variables }) => variables.code)?.variables.code ?? '';
  }

  /** A person who has confirmed the number, as people confirm it. */
  async reachable(preferences: Partial<MessagePreferences> = { gateway: ['system'] }): Promise<Person> {
    const person = await this.withPhone();
    await this.enter(person, await this.codeFor(person)).expect(200);
    await this.choose(person, preferences);
    this.gateway.received.length = 0;
    this.gateway.requests = 0;
    return person;
  }

  notify(person: Person, notice: Partial<Notice> = {}): Promise<void> {
    return this.send(person, {
      type: 'system',
      priority: 'medium',
      title: 'Entry of ₹12,000 by Asha',
      message: 'Asha Rao entered ₹12,000.00.',
      action: { label: 'View entry', path: '/finances/entries/1' },
      ...notice,
    });
  }
}
