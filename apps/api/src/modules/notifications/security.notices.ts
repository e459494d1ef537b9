import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { type SecondFactorAction, secondFactorChanged } from '../access/access.port';
import { Notices } from './notices';

const SAFE = 'If this wasn’t you, change your password and tell your administrator.';

/** What people learn of changes to how they sign in, their own changes included: someone else may have made them. */
@Injectable()
export class SecurityNotices implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
  ) {}

  onModuleInit(): void {
    this.events.within(secondFactorChanged, async ({ account, action }) => {
      if (account.status === 'exited') return;
      await this.notices.send({
        actor: null,
        to: [account],
        laboratoryId: account.laboratoryId,
        type: 'system',
        priority: 'high',
        ...texts[action],
        action: { label: 'Open Security', path: '/settings/security' },
      });
    });
  }
}

const texts: Record<SecondFactorAction, { title: string; message: string }> = {
  'authenticator.added': {
    title: 'Authenticator app added',
    message: `Signing in now requires a code from your app. ${SAFE}`,
  },
  'authenticator.replaced': {
    title: 'Authenticator app replaced',
    message: `Only codes from the new app work. ${SAFE}`,
  },
  'authenticator.removed': { title: 'Authenticator app removed', message: `Your app’s codes no longer work. ${SAFE}` },
  'passkey.added': { title: 'Passkey added', message: `You can now sign in with it. ${SAFE}` },
  'passkey.removed': { title: 'Passkey removed', message: `It no longer works. ${SAFE}` },
  'second-factor.reset': {
    title: 'Second factor removed',
    message: 'An administrator removed your second factor. Set it up again in Settings, under Security.',
  },
  'recovery-codes.created': { title: 'New recovery codes', message: `The earlier codes no longer work. ${SAFE}` },
  'provider.linked': {
    title: 'Sign-in with your organisation',
    message: `You can now sign in there to use your account. ${SAFE}`,
  },
  'provider.unlinked': {
    title: 'Sign-in with your organisation ended',
    message: `Signing in there no longer opens your account. ${SAFE}`,
  },
  'provider.allowed': {
    title: 'Sign-in with your organisation allowed',
    message: `The next sign-in there links your account again. ${SAFE}`,
  },
  'recovery-code.used': { title: 'Recovery code used', message: `Someone signed in or confirmed with it. ${SAFE}` },
};
