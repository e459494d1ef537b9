import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { PeriodLocks } from './period-lock.service';

const routes = contract.transactions;

@Controller()
export class PeriodLockController {
  constructor(private readonly locks: PeriodLocks) {}

  @TsRestHandler(routes.periodLock)
  periodLock() {
    return tsRestHandler(routes.periodLock, async () => {
      return { status: 200, body: { success: true, data: await this.locks.get() } };
    });
  }

  @TsRestHandler(routes.setPeriodLock)
  setPeriodLock(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.setPeriodLock, async ({ body }) => {
      const data = await this.locks.set(actor, body);
      const message = data.lockedThrough === null ? 'All periods are open' : 'The period was closed';
      return { status: 200, body: { success: true, data, message } };
    });
  }
}
