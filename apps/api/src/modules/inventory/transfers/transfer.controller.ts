import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { Rescues } from './rescues';
import { ReceiveTransfer } from './receive-transfer';
import { SendTransfer } from './send-transfer';
import { Transfers } from './transfer';

const routes = contract.stockTransfers;

@Controller()
export class TransferController {
  constructor(
    private readonly transfers: Transfers,
    private readonly sending: SendTransfer,
    private readonly receiving: ReceiveTransfer,
    private readonly rescues: Rescues,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.transfers.list(actor, query);
  }

  @Implements(routes.destinations)
  destinations() {
    return this.transfers.destinations();
  }

  @Implements(routes.rescues)
  rescueTransfers(actor: Actor) {
    return this.rescues.list(actor);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.transfers.get(actor, params.id);
  }

  @Implements(routes.send)
  send(actor: Actor, { body }: Input<typeof routes.send>) {
    return () => this.sending.send(actor, body);
  }

  @Implements(routes.receive)
  receive(actor: Actor, { params, body }: Input<typeof routes.receive>) {
    return () => this.receiving.receive(actor, params.id, body);
  }

  @Implements(routes.return)
  return(actor: Actor, { params, body }: Input<typeof routes.return>) {
    return () => this.receiving.return(actor, params.id, body);
  }
}
