import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor, DisplayDevice } from '../../../platform/http/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { deviceOf } from '../../access/access.port';
import { DisplayService } from './display.service';
import { PairingThrottle } from './pairing-throttle';

const routes = contract.displays;

@Controller()
export class DisplayController {
  constructor(
    private readonly displays: DisplayService,
    private readonly throttle: PairingThrottle,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.displays.list(actor, query.laboratoryId);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.displays.create(actor, body);
  }

  @Implements(routes.pair)
  pair({ body, origin }: Input<typeof routes.pair>) {
    return this.throttle.attempt(origin.ipAddress, () => this.displays.pair(body, deviceOf(origin.userAgent)));
  }

  @Implements(routes.codes)
  codes(display: DisplayDevice, { query }: Input<typeof routes.codes>) {
    return this.displays.codes(display, query.from);
  }

  @Implements(routes.remove)
  remove(actor: Actor, { params }: Input<typeof routes.remove>) {
    return this.displays.remove(actor, params.id);
  }
}
