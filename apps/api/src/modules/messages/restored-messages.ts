import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/time/clock';
import { AddressRepository } from './address.repository';
import { DeliveryRepository } from './delivery.repository';
import { ResetLinkRepository } from './reset-link.repository';

/** What a restored database would send again, or to browsers whose person has left since. */
@Injectable()
export class RestoredMessages {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly addresses: AddressRepository,
    private readonly resetLinks: ResetLinkRepository,
    private readonly clock: Clock,
  ) {}

  /** Drops what is waiting; removes the addresses of browsers and the links that reset passwords. */
  async forget(): Promise<void> {
    await this.deliveries.dropWaiting('It was waiting in a backup that was restored', this.clock.now());
    await this.addresses.removeAllBrowsers();
    await this.resetLinks.removeAll();
  }
}
