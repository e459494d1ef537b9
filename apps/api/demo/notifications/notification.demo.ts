import type { INestApplicationContext } from '@nestjs/common';
import { Retention } from '../../src/modules/network/retention.port';
import { newNotification } from '../../src/modules/notifications/notification.mapper';
import { NotificationRepository } from '../../src/modules/notifications/notification.repository';
import { StaffPort } from '../../src/modules/staff/staff.port';
import { newId } from '../../src/platform/domain/object-id';
import { demoLaboratories } from '../demo-laboratories';
import { demoChance } from '../demo-values';

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
    message: "Don't store reagents in refrigerator 2 until further notice. Use refrigerator 3 instead.",
  },
] as const;

/** Announcements in the demo network. What the system notifies of comes from the other parts. */
export async function seedAnnouncements(app: INestApplicationContext): Promise<void> {
  const retention = app.get(Retention);
  for (const { laboratory, admin, now } of await demoLaboratories(app)) {
    const people = await app.get(StaffPort).activeAfter(laboratory._id, null, MAX_PEOPLE);
    const chance = demoChance(`announcements of ${admin._id.toHexString()}`);
    const sender = { _id: admin._id, name: admin.name };
    for (const { hoursAgo, ...content } of announcements) {
      const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
      const origin = { laboratoryId: laboratory._id, broadcastId: newId(), isSystemGenerated: false, sender };
      const rows = people.map((person) => {
        const isRead = person._id.equals(admin._id) || chance() < READ;
        const readAt = isRead ? new Date(at.getTime() + HOUR_MS) : null;
        const shared = { ...content, ...origin, isRead, readAt };
        return newNotification(person, shared, at, retention.endOfNotification(at));
      });
      await app.get(NotificationRepository).insertMany(rows);
    }
  }
}
