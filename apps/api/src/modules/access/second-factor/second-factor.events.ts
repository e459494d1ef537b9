import type { Actor } from '../../../platform/domain/actor';
import { eventKind } from '../../../platform/events/domain-events';
import type { Account } from '../../staff/staff.port';

/** As the audit log names them. */
export type SecondFactorAction =
  | 'authenticator.added'
  | 'authenticator.replaced'
  | 'authenticator.removed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'second-factor.reset'
  | 'recovery-codes.created'
  | 'recovery-code.used'
  | 'provider.linked'
  | 'provider.unlinked'
  | 'provider.allowed';

/** Raised within the transaction of the change. `actor` is the person themselves, or the administrator who did it. */
export type SecondFactorChanged = {
  account: Account;
  actor: Pick<Actor, 'userId' | 'name'> | null;
  action: SecondFactorAction;
};

export const secondFactorChanged = eventKind<SecondFactorChanged>('second-factor.changed');
