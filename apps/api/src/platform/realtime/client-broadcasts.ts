import type { ClientEventPayload } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/actor';

type Send = (actor: Actor, notification: ClientEventPayload<'notification'>) => Promise<unknown>;

/** Leads from the socket to the feature that stores and audits messages; the platform knows no feature. */
@Injectable()
export class ClientBroadcasts {
  /** Refuses everything until a feature takes it. */
  send: Send = () => Promise.reject(new Error('No feature takes notifications from clients'));
}
