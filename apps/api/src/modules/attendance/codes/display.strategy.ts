import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import type { DisplayDevice } from '../../../platform/http/actor';
import { DISPLAY_TOKEN } from '../../../platform/http/contract.guard';
import { DomainError } from '../../../platform/http/domain-error';
import { DisplayService } from './display.service';

/** Finds the wall display of a bearer token. Tokens of people have another form, and are refused unread. */
@Injectable()
export class DisplayStrategy extends PassportStrategy(Strategy, DISPLAY_TOKEN) {
  constructor(private readonly displays: DisplayService) {
    super();
  }

  /** @throws DomainError UNAUTHENTICATED, DISPLAY_REMOVED. */
  async validate({ headers }: { headers: { authorization?: string } }): Promise<DisplayDevice> {
    const [, token] = /^bearer\s+([\w-]{43})$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) throw new DomainError('UNAUTHENTICATED');
    return this.displays.authenticate(token);
  }
}
