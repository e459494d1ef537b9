import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { AuthService } from './auth.service';

const routes = contract.auth;

@Controller()
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Implements(routes.login)
  login({ body, headers, origin }: Input<typeof routes.login>) {
    return this.auth.login(body, { ...origin, browserId: headers['x-browser-id'] });
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
