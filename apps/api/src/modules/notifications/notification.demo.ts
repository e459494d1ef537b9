import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { newId } from '../../platform/mongo/object-id';
import { Retention } from '../../platform/retention/retention';
import { demoChance, DemoNetwork } from '../../platform/seed/demo-network';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, StaffPort } from '../staff/staff.port';
import { newNotification } from './notification.mapper';
import { NotificationRepository } from './notification.repository';

const HOUR_MS = 3_600_000;
const MAX_PEOPLE = 500;
/** The share of people who have read an announcement. */
const READ = 0.6;

/** What the lab admin of each laboratory has announced. */
const announcements = [
  {
    hoursAgo: 20,
    type: 'announcement',
    priority: 'medium',
    title: 'Fire drill on Friday',
    message: 'The drill starts at 11:30. Finish or secure running analyses before, and use the stairs.',
  },
  {
    hoursAgo: 70,
    type: 'reminder',
    priority: 'low',
    title: 'Vaccination records',
    message: 'Please hand in a copy of your hepatitis B vaccination record by the end of the month.',
  },
  {
    hoursAgo: 150,
    type: 'warning',
    priority: 'high',
    title: 'Refrigerator 2 is being repaired',
    message: 'Do not store reagents in refrigerator 2 until further notice. Use refrigerator 3 instead.',
  },
] as const;

/** Announcements in the demo network. What the system notifies of comes from the other parts. */
@Injectable()
export class NotificationDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly notifications: NotificationRepository,
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 8, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    for (const laboratory of await this.laboratories.within(LabScope.everywhere())) {
      const people = await this.people.activeAfter(laboratory._id, null, MAX_PEOPLE);
      const sender = people.find(({ role }) => role === 'lab_admin');
      if (sender) await this.announce(people, sender);
    }
  }

  private async announce(people: readonly Account[], sender: Account): Promise<void> {
    const chance = demoChance(`announcements of ${sender._id.toHexString()}`);
    for (const { hoursAgo, ...content } of announcements) {
      const at = new Date(this.clock.now().getTime() - hoursAgo * HOUR_MS);
      const shared = { ...content, laboratoryId: sender.laboratoryId, broadcastId: newId(), isSystemGenerated: false };
      const rows = people.map((person) => {
        const isRead = person._id.equals(sender._id) || chance() < READ;
        const read = { isRead, readAt: isRead ? new Date(at.getTime() + HOUR_MS) : null };
        const content = { ...shared, ...read, sender: { _id: sender._id, name: sender.name } };
        return newNotification(person, content, at, this.retention.endOfNotification(at));
      });
      await this.notifications.insertMany(rows);
    }
  }
}
