import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { BroadcastService } from './broadcast.service';
import { NotificationService } from './notification.service';

const routes = contract.notifications;

@Controller()
export class NotificationController {
  constructor(
    private readonly notifications: NotificationService,
    private readonly broadcasts: BroadcastService,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.notifications.list(actor, query);
  }

  @Implements(routes.listAll)
  listAll(actor: Actor, { query }: Input<typeof routes.listAll>) {
    return this.notifications.listAll(actor, query);
  }

  @Implements(routes.preferences)
  preferences(actor: Actor) {
    return this.notifications.preferences(actor);
  }

  @Implements(routes.setPreferences)
  setPreferences(actor: Actor, { body }: Input<typeof routes.setPreferences>) {
    return this.notifications.setPreferences(actor, body);
  }

  @Implements(routes.read)
  read(actor: Actor, { params }: Input<typeof routes.read>) {
    return this.notifications.read(actor, params.id);
  }

  @Implements(routes.readAll)
  readAll(actor: Actor, { body }: Input<typeof routes.readAll>) {
    return this.notifications.readAll(actor, body.ids);
  }

  @Implements(routes.remove)
  remove(actor: Actor, { params }: Input<typeof routes.remove>) {
    return this.notifications.remove(actor, params.id);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.notifications.create(actor, body);
  }

  @Implements(routes.broadcast)
  broadcast(actor: Actor, { params, body }: Input<typeof routes.broadcast>) {
    return () => this.broadcasts.toLaboratory(actor, params.id, body);
  }

  @Implements(routes.broadcastAll)
  broadcastAll(actor: Actor, { body }: Input<typeof routes.broadcastAll>) {
    return () => this.broadcasts.toEveryone(actor, body);
  }
}
