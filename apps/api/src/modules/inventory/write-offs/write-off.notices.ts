import { formatQuantity, WriteOffListQuery } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { GroupCounts, Notices } from '../../notifications/notifications.port';
import { StaffPort } from '../../staff/staff.port';
import type { WriteOffRow } from './write-off.document';
import { WriteOffService } from './write-off.service';
import { writeOffsChanged } from './write-off-store';

const PREFIX = 'write-off:';
const groupKey = (laboratoryId: ObjectId) => `${PREFIX}${laboratoryId.toHexString()}`;
const listPath = '/inventory/write-offs?waitingForMe=true';

/** Notifies those who can decide of write-offs that wait, and the requester of the decision. */
@Injectable()
export class WriteOffNotices implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
    private readonly groups: GroupCounts,
    private readonly people: StaffPort,
    private readonly writeOffs: WriteOffService,
  ) {}

  onModuleInit(): void {
    this.groups.register({
      prefix: PREFIX,
      permission: 'inventory.approve',
      count: async (actor, query) =>
        (await this.writeOffs.list(actor, WriteOffListQuery.parse({ ...query, limit: 1 }))).total,
      one: '1 write-off waits for your decision.',
    });
    this.events.within(writeOffsChanged, async ({ actor, changes }) => {
      for (const { after } of changes) {
        if (after.status === 'pending') await this.announceRequest(actor, after);
        else if (after.status !== 'withdrawn') await this.announceDecision(actor, after);
      }
    });
    this.events.after(writeOffsChanged, ({ changes }) => {
      const settled = changes.filter(({ after }) => after.status !== 'pending');
      this.groups.changed(settled.map(({ after }) => groupKey(after.laboratoryId)));
    });
  }

  private async announceRequest(actor: Actor | null, { item, held, laboratoryId, ...row }: WriteOffRow): Promise<void> {
    const quantity = held.reduce((sum, one) => sum + one.quantity, 0);
    await this.notices.sendToHolders('inventory.approve', laboratoryId, {
      actor,
      type: 'system',
      priority: 'medium',
      title: 'Write-off waits for approval',
      message: `${row.requestedBy.name} wants to write off ${formatQuantity(quantity, item.unit)} of ${item.name}: ${row.reason}`,
      action: { label: 'View', path: listPath },
      group: {
        key: groupKey(laboratoryId),
        count: 1,
        message: 'write-offs wait for your decision.',
        path: listPath,
      },
    });
  }

  private async announceDecision(actor: Actor | null, row: WriteOffRow): Promise<void> {
    const { requestedBy, laboratoryId, number, item, status, decisionReason } = row;
    await this.notices.send({
      actor,
      to: await this.people.findPeople(LabScope.everywhere(), [requestedBy._id.toHexString()]),
      laboratoryId,
      type: 'system',
      priority: status === 'rejected' ? 'high' : 'medium',
      title: status === 'approved' ? 'Write-off approved' : 'Write-off rejected',
      message: `${row.decidedBy?.name ?? 'The system'} ${status} ${number} of ${item.name}${decisionReason === null ? '.' : `: ${decisionReason}`}`,
      action: { label: 'View item', path: `/inventory/${item._id.toHexString()}` },
    });
  }
}
