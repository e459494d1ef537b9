import type { FailedMessage, MessageChannel, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { StaffPort } from '../staff/staff.port';
import { DeliveryRepository } from './delivery.repository';
import { MailHost } from './mail-host';

type Listed = Page<FailedMessage> & { emailOffered: boolean; waiting: number };

/** What could not be sent, for those who manage the network. */
@Injectable()
export class FailedMessagesService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly staff: StaffPort,
    private readonly mailHost: MailHost,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(page: { page: number; limit: number }): Promise<Listed> {
    const [{ items, total }, waiting] = await Promise.all([
      this.deliveries.failed(page),
      this.deliveries.countWaiting(),
    ]);
    const ids = items.flatMap(({ recipientId }) => recipientId?.toHexString() ?? []);
    const people = await this.staff.findPeople(LabScope.everywhere(), ids);
    const names = new Map(people.map(({ _id, name }) => [_id.toHexString(), name]));
    const rows = items.map(({ _id, purpose, channel, recipientId, letter, attempts, updatedAt, error }) => {
      const id = recipientId?.toHexString();
      const name = id === undefined ? undefined : names.get(id);
      return {
        _id: _id.toHexString(),
        purpose,
        channel: channel satisfies MessageChannel,
        recipient: id === undefined || name === undefined ? null : { _id: id, name },
        address: letter?.to ?? null,
        attempts,
        failedAt: updatedAt.toISOString(),
        error: error ?? '',
      };
    });
    return { items: rows, total, emailOffered: this.mailHost.isOffered, waiting };
  }

  /** @throws DomainError MESSAGE_NOT_FOUND. */
  async retry(actor: Actor, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const delivery = await this.deliveries.retry(objectId(id), this.clock.now());
      if (!delivery) throw new DomainError('MESSAGE_NOT_FOUND');
      const what = {
        entity: 'message',
        entityId: delivery._id,
        laboratoryId: null,
        before: null,
        after: null,
      } as const;
      await this.audit.record({ actor, action: 'message.retried', ...what });
    });
  }
}
