import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { SecondFactors } from './second-factors';

const routes = contract.secondFactor;

@Controller()
export class SecondFactorController {
  constructor(private readonly factors: SecondFactors) {}

  @Implements(routes.get)
  get(actor: Actor) {
    return this.factors.get(actor);
  }

  @Implements(routes.startAuthenticator)
  startAuthenticator(actor: Actor) {
    return this.factors.startAuthenticator(actor);
  }

  @Implements(routes.addAuthenticator)
  addAuthenticator(actor: Actor, { body, origin }: Input<typeof routes.addAuthenticator>) {
    return this.factors.addAuthenticator(actor, body.code, origin.ipAddress);
  }

  @Implements(routes.removeAuthenticator)
  removeAuthenticator(actor: Actor) {
    return this.factors.removeAuthenticator(actor);
  }

  @Implements(routes.renewRecoveryCodes)
  renewRecoveryCodes(actor: Actor) {
    return this.factors.renewRecoveryCodes(actor);
  }
}
