import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { uploadedFile } from '../../platform/http/upload';
import { ReceiptService } from './receipts';

const routes = contract.transactions;

@Controller()
export class ReceiptController {
  constructor(private readonly receipts: ReceiptService) {}

  @Implements(routes.attachReceipt)
  attach(actor: Actor, { params, body }: Input<typeof routes.attachReceipt>) {
    return this.receipts.attach(actor, params.id, uploadedFile(body));
  }

  @Implements(routes.receipt)
  read(actor: Actor, { params }: Input<typeof routes.receipt>) {
    return this.receipts.read(actor, params.id, params.receiptId);
  }

  @Implements(routes.removeReceipt)
  remove(actor: Actor, { params }: Input<typeof routes.removeReceipt>) {
    return this.receipts.remove(actor, params.id, params.receiptId);
  }
}
