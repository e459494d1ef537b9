import { contract } from '@shifa/contract';
import { Controller, Injectable } from '@nestjs/common';
import type { Actor, DisplayDevice } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { FailureLimit } from '../../../platform/limits/failure-limit';
import { LimiterFactory } from '../../../platform/limits/limiter-factory';
import { deviceOf } from '../../access/access.port';
import { DisplayService } from './displays';
import { CodeService } from './wall-codes';

const routes = contract.displays;

/** Slows down guessing pairing codes, by network address: far more than typing errors, hopeless for 40 bits. */
@Injectable()
export class PairingThrottle extends FailureLimit {
  constructor(limiters: LimiterFactory) {
    super(limiters, { name: 'pairing', failures: 30, seconds: 900 });
  }
}

@Controller()
export class CodeController {
  constructor(
    private readonly wallCodes: CodeService,
    private readonly displays: DisplayService,
    private readonly throttle: PairingThrottle,
  ) {}

  @Implements(contract.attendance.qrCode)
  qrCode(actor: Actor, { query, origin }: Input<typeof contract.attendance.qrCode>) {
    return this.wallCodes.current(actor, query.laboratoryId, origin.site);
  }

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
