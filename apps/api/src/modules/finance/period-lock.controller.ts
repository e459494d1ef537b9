import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { PeriodLocks } from './period-lock.service';

const routes = contract.transactions;

@Controller()
export class PeriodLockController {
  constructor(private readonly locks: PeriodLocks) {}

  @Implements(routes.periodLock)
  periodLock() {
    return this.locks.get();
  }

  @Implements(routes.setPeriodLock)
  setPeriodLock(actor: Actor, { body }: Input<typeof routes.setPeriodLock>) {
    return this.locks.set(actor, body);
  }
}
