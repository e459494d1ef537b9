import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { AuthService } from './auth.service';
import { SignIn } from './sign-in';

const routes = contract.auth;

@Controller()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly signIn: SignIn,
  ) {}

  @Implements(routes.login)
  login({ body, headers, origin }: Input<typeof routes.login>) {
    return this.signIn.withPassword(body, { ...origin, browserId: headers['x-browser-id'] });
  }

  @Implements(contract.secondFactor.signIn)
  finishSignIn({ body, origin }: Input<typeof contract.secondFactor.signIn>) {
    return this.signIn.withCode(body, origin);
  }

  @Implements(contract.secondFactor.signInWithPasskey)
  signInWithPasskey({ body, origin }: Input<typeof contract.secondFactor.signInWithPasskey>) {
    return this.signIn.withPasskey(body, origin);
  }

  @Implements(contract.secondFactor.confirm)
  confirm(actor: Actor, { body, origin }: Input<typeof contract.secondFactor.confirm>) {
    return this.auth.confirm(actor, body, origin);
  }

  @Implements(routes.me)
  me(actor: Actor) {
    return this.auth.me(actor);
  }

  @Implements(routes.changePassword)
  changePassword(actor: Actor, { body }: Input<typeof routes.changePassword>) {
    return this.auth.changePassword(actor, body);
  }

  @Implements(routes.logout)
  logout(actor: Actor) {
    return this.auth.logout(actor);
  }

  @Implements(routes.listSessions)
  listSessions(actor: Actor) {
    return this.auth.listSessions(actor);
  }

  @Implements(routes.endSession)
  endSession(actor: Actor, { params }: Input<typeof routes.endSession>) {
    return this.auth.endSession(actor, params.id);
  }

  @Implements(routes.endOtherSessions)
  endOtherSessions(actor: Actor) {
    return this.auth.endOtherSessions(actor);
  }
}
