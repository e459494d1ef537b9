import { Injectable } from '@nestjs/common';
import { ActorResolver } from '../../platform/domain/actor';
import type { ObjectId } from '../../platform/domain/object-id';
import { AddressRepository } from './address.repository';
import type { AddressRow } from './message.document';

/**
 * The browsers in which people have switched push on. One counts as confirmed as long as the session lasts that it
 * belongs to: on a shared computer, nothing appears after the person has left, however their session ended.
 */
@Injectable()
export class Browsers {
  constructor(
    private readonly addresses: AddressRepository,
    private readonly actors: ActorResolver,
  ) {}

  async of(userId: string): Promise<AddressRow[]> {
    const rows = await this.addresses.of(userId, 'push');
    return Promise.all(rows.map((row) => this.asOfNow(row)));
  }

  async find(id: ObjectId): Promise<AddressRow | null> {
    const row = await this.addresses.find(id);
    return row && this.asOfNow(row);
  }

  private async asOfNow(row: AddressRow): Promise<AddressRow> {
    const timeLeft = row.sessionId ? await this.actors.timeLeft(row.sessionId.toHexString()) : 0;
    return timeLeft > 0 ? row : { ...row, confirmedAt: null };
  }
}
