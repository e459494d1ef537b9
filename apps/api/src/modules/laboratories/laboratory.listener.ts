import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ServerEvent } from '@shifa/contract';
import { DomainEvents } from '../../platform/events/domain-events';
import { Realtime } from '../../platform/realtime/realtime';
import { laboratoryArchived, type LaboratoryChange, laboratoryCreated, laboratoryUpdated } from './laboratory.events';
import { toLaboratoryEvent } from './laboratory.mapper';

type LaboratoryServerEvent = Extract<ServerEvent, `laboratory:${string}`>;

/** Tells open screens of those who may see the laboratory. */
@Injectable()
export class LaboratoryListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit(): void {
    this.events.after(laboratoryCreated, this.send('laboratory:created'));
    this.events.after(laboratoryUpdated, this.send('laboratory:updated'));
    this.events.after(laboratoryArchived, this.send('laboratory:deleted'));
  }

  private send(event: LaboratoryServerEvent) {
    return ({ actor, after }: LaboratoryChange) => {
      this.realtime.toHolders('laboratories.view', after._id.toHexString(), event, toLaboratoryEvent(after, actor));
    };
  }
}
