import { defaultMessagePreferences, type MessageChannels, type MessagePreferences } from '@shifa/contract';
import { DeliveryWorker } from '../../src/modules/messages/delivery-worker';
import { type Notice, Notices } from '../../src/modules/notifications/notifications.port';
import { StaffPort } from '../../src/modules/staff/staff.port';
import { LabScope } from '../../src/platform/domain/lab-scope';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { Clock } from '../../src/platform/time/clock';
import type { Person, TestApp } from '../test-app';

export type Envelope<Data> = { body: { data: Data; code?: string } };

export const MINUTE = 60_000;

/** An application whose messages are sent when a test says so, at the time that it says. */
export abstract class MessageDesk {
  /** 14:30 in India, outside everybody's quiet hours. */
  now = new Date('2026-11-20T09:00:00.000Z');

  protected constructor(readonly app: TestApp) {}

  /** Before each test. */
  reset(): void {
    this.now = new Date('2026-11-20T09:00:00.000Z');
    jest.spyOn(this.app.services.get(Clock), 'now').mockImplementation(() => this.now);
  }

  work(): Promise<void> {
    return this.app.services.get(DeliveryWorker).run();
  }

  async pass(minutes: number): Promise<void> {
    this.now = new Date(this.now.getTime() + minutes * MINUTE);
    await this.work();
  }

  async channels(person: Person): Promise<MessageChannels> {
    const response = await this.app.as(person).get('/api/messages/channels').expect(200);
    return (response as Envelope<MessageChannels>).body.data;
  }

  choose(person: Person, preferences: Partial<MessagePreferences>) {
    return this.app
      .as(person)
      .put('/api/messages/preferences')
      .send({ ...defaultMessagePreferences, ...preferences })
      .expect(200);
  }

  protected async send(person: Person, notice: Omit<Notice, 'to' | 'actor' | 'laboratoryId'>): Promise<void> {
    const [account] = await this.app.services.get(StaffPort).findPeople(LabScope.everywhere(), [person.id]);
    if (!account) throw new Error('There is no such person');
    const sent = { actor: null, to: [account], laboratoryId: account.laboratoryId, ...notice };
    await this.app.services.get(UnitOfWork).run(() => this.app.services.get(Notices).send(sent));
  }
}
