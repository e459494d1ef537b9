import { Inject, Injectable } from '@nestjs/common';
import { personOfUnsubscribeToken, unsubscribeToken } from './link-secrets';

export type LinkSettings = {
  /** The address of the web app; undefined if the operator has not set it, and then nothing is sent. */
  publicUrl: string | undefined;
  /** What signs links. */
  secret: string;
};

export const LINK_SETTINGS = Symbol('what links of messages are made of');

/** The links of messages. */
@Injectable()
export class MessageLinks {
  private readonly base: string;

  constructor(@Inject(LINK_SETTINGS) private readonly settings: LinkSettings) {
    this.base = (settings.publicUrl ?? '').replace(/\/+$/, '');
  }

  /** @param path of the web app, from `/` on. */
  to(path: string): string {
    return `${this.base}${path}`;
  }

  /** What turns digests off: a page for people, and the address that mail programs post to. */
  unsubscribe(userId: string): { page: string; oneClick: string } {
    const token = unsubscribeToken(this.settings.secret, userId);
    return { page: this.to(`/unsubscribe#${token}`), oneClick: this.to(`/api/messages/unsubscribe/${token}`) };
  }

  /** The person whose digests the link turns off, or undefined if the link is forged. */
  findUnsubscriber(token: string): string | undefined {
    return personOfUnsubscribeToken(this.settings.secret, token);
  }
}
