import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { deviceOf } from '../../access/access.port';
import { ClockService } from './punch';
import { ClockStateService } from './clock-state';

const routes = contract.attendance;

@Controller()
export class ClockController {
  constructor(
    private readonly clock: ClockService,
    private readonly states: ClockStateService,
  ) {}

  @Implements(routes.clock)
  state(actor: Actor) {
    return this.states.state(actor);
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
