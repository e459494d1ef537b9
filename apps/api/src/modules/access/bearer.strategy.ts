import { createSecretKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { type Actor, ActorResolver } from '../../platform/http/actor';
import { BEARER } from '../../platform/http/contract.guard';
import { ClosedAccounts } from './closed-accounts';
import type { TokenClaims } from './session-actor-resolver';

/** The secret as a parsed key: parsing it for each verification would take sixty times as long as the verification. */
export const JWT_KEY = Symbol('jwt-key');

export const JWT_ALGORITHM = 'HS256';

export function jwtKey(secret: string) {
  return createSecretKey(Buffer.from(secret, 'utf8'));
}

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, BEARER) {
  constructor(
    @Inject(JWT_KEY) key: ReturnType<typeof jwtKey>,
    private readonly actors: ActorResolver,
    private readonly closedAccounts: ClosedAccounts,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The package accepts a KeyObject, but its types are older.
      secretOrKey: key as unknown as string,
      algorithms: [JWT_ALGORITHM],
    });
  }

  /** @throws DomainError ACCOUNT_CLOSED if the session ended with the account, so that signing in again is no use. */
  async validate({ sid, sub }: TokenClaims): Promise<Actor | undefined> {
    const actor = await this.actors.resolve(sid);
    if (!actor && sub !== undefined) await this.closedAccounts.assertOpen(sub);
    return actor;
  }
}
