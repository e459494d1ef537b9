import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { Passkeys } from './passkeys';
import { SecondFactorResets } from './second-factor-resets';
import { SecondFactors } from './second-factors';

const routes = contract.secondFactor;

@Controller()
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly resets: SecondFactorResets,
  ) {}

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

  @Implements(routes.startPasskey)
  startPasskey({ origin }: Input<typeof routes.startPasskey>) {
    return this.passkeys.request(origin.site);
  }

  @Implements(routes.startNewPasskey)
  startNewPasskey(actor: Actor, { origin }: Input<typeof routes.startNewPasskey>) {
    return this.passkeys.creation(actor, origin.site);
  }

  @Implements(routes.addPasskey)
  addPasskey(actor: Actor, { body, origin }: Input<typeof routes.addPasskey>) {
    return this.passkeys.add(actor, body, origin.site);
  }

  @Implements(routes.renamePasskey)
  renamePasskey(actor: Actor, { params, body }: Input<typeof routes.renamePasskey>) {
    return this.passkeys.rename(actor, params.id, body.name);
  }

  @Implements(routes.removePasskey)
  removePasskey(actor: Actor, { params }: Input<typeof routes.removePasskey>) {
    return this.passkeys.remove(actor, params.id);
  }

  @Implements(routes.getOfPerson)
  getOfPerson(actor: Actor, { params }: Input<typeof routes.getOfPerson>) {
    return this.resets.get(actor, params.id);
  }

  @Implements(routes.reset)
  reset(actor: Actor, { params }: Input<typeof routes.reset>) {
    return this.resets.reset(actor, params.id);
  }

  @Implements(routes.renewRecoveryCodes)
  renewRecoveryCodes(actor: Actor) {
    return this.factors.renewRecoveryCodes(actor);
  }
}
