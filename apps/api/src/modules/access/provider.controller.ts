import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input, WithCookie } from '../../platform/http/implements';
import { ProviderClient } from './provider-client';
import { OwnProviderLink } from './own-provider-link';
import { ProviderConfirmation } from './provider-confirmation';
import { ProviderSignIn } from './provider-sign-in';

const routes = contract.providerSignIn;

@Controller()
export class ProviderController {
  constructor(
    private readonly client: ProviderClient,
    private readonly provider: ProviderSignIn,
    private readonly confirmation: ProviderConfirmation,
    private readonly ownLink: OwnProviderLink,
  ) {}

  @Implements(routes.offer)
  offer() {
    return { label: this.client.label };
  }

  @Implements(routes.start)
  async start({ origin }: Input<typeof routes.start>) {
    const { url, cookie } = await this.provider.start(origin.site);
    return new WithCookie({ url }, cookie);
  }

  @Implements(routes.complete)
  complete({ body, origin }: Input<typeof routes.complete>) {
    return this.provider.complete(body, origin.cookies, origin);
  }

  @Implements(routes.startConfirmation)
  async startConfirmation(actor: Actor, { origin }: Input<typeof routes.startConfirmation>) {
    const { url, cookie } = await this.confirmation.start(actor, origin.site);
    return new WithCookie({ url }, cookie);
  }

  @Implements(routes.confirm)
  confirm(actor: Actor, { body, origin }: Input<typeof routes.confirm>) {
    return this.confirmation.finish(actor, body, origin.cookies);
  }

  @Implements(routes.logout)
  logout(actor: Actor) {
    return this.provider.logout(actor);
  }

  @Implements(routes.link)
  link(actor: Actor) {
    return this.ownLink.get(actor);
  }

  @Implements(routes.unlink)
  unlink(actor: Actor) {
    return this.ownLink.end(actor);
  }

  @Implements(routes.allowLink)
  allowLink(actor: Actor) {
    return this.ownLink.allow(actor);
  }

  @Implements(routes.backChannelLogout)
  backChannelLogout({ body }: Input<typeof routes.backChannelLogout>) {
    return this.provider.endSessions(body.logout_token);
  }
}
