import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import { type Actor, ActorResolver } from '../../platform/domain/actor';
import { BEARER } from '../../platform/http/contract.guard';
import { DomainError } from '../../platform/domain/domain-error';

/** Finds the person of a bearer token. `passport-jwt` would verify the signature with every request, see `VerifiedTokens`. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, BEARER) {
  constructor(private readonly actors: ActorResolver) {
    super();
  }

  /** @throws DomainError UNAUTHENTICATED, or ACCOUNT_CLOSED if the session ended with the account. */
  async validate({ headers }: { headers: { authorization?: string } }): Promise<Actor> {
    const [, token] = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) throw new DomainError('UNAUTHENTICATED');
    return this.actors.authenticate(token);
  }
}
