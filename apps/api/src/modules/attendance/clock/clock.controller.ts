import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { deviceOf } from '../../access/access.port';
import { CodeService } from '../codes/code.service';
import { ClockService } from './clock.service';
import { ClockStateService } from './clock-state.service';

const routes = contract.attendance;

@Controller()
export class ClockController {
  constructor(
    private readonly clock: ClockService,
    private readonly states: ClockStateService,
    private readonly codes: CodeService,
  ) {}

  @Implements(routes.clock)
  state(actor: Actor) {
    return this.states.state(actor);
  }

  @Implements(routes.qrCode)
  qrCode(actor: Actor, { query, origin }: Input<typeof routes.qrCode>) {
    return this.codes.current(actor, query.laboratoryId, origin.site);
  }

  @Implements(routes.clockIn)
  clockIn(actor: Actor, { body, origin }: Input<typeof routes.clockIn>) {
    return () => this.clock.clockIn(actor, body, deviceOf(origin.userAgent));
  }

  @Implements(routes.clockOut)
  clockOut(actor: Actor, { body, origin }: Input<typeof routes.clockOut>) {
    return () => this.clock.clockOut(actor, body, deviceOf(origin.userAgent));
  }

  @Implements(routes.startBreak)
  startBreak(actor: Actor) {
    return () => this.clock.startBreak(actor);
  }

  @Implements(routes.endBreak)
  endBreak(actor: Actor) {
    return () => this.clock.endBreak(actor);
  }

  @Implements(routes.offlinePunch)
  offlinePunch(actor: Actor, { body, origin }: Input<typeof routes.offlinePunch>) {
    return this.clock.punchedOffline(actor, body, deviceOf(origin.userAgent));
  }
}
