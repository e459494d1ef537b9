import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { uploadedFile } from '../../platform/http/upload.interceptor';
import { ReceiptService } from './receipt.service';

const routes = contract.transactions;

@Controller()
export class ReceiptController {
  constructor(private readonly receipts: ReceiptService) {}

  @TsRestHandler(routes.attachReceipt)
  attach(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.attachReceipt, async ({ params, body }) => {
      const data = await this.receipts.attach(actor, params.id, uploadedFile(body));
      return { status: 201, body: { success: true, data, message: 'The receipt was attached' } };
    });
  }

  @TsRestHandler(routes.receipt)
  read(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.receipt, async ({ params }) => {
      return { status: 200, body: await this.receipts.read(actor, params.id, params.receiptId) };
    });
  }

  @TsRestHandler(routes.removeReceipt)
  remove(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.removeReceipt, async ({ params }) => {
      const data = await this.receipts.remove(actor, params.id, params.receiptId);
      return { status: 200, body: { success: true, data, message: 'The receipt was removed' } };
    });
  }
}
