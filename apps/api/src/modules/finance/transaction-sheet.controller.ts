import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/idempotency/idempotency';
import { TransactionExportService } from './transaction-export.service';
import { type PreparedImport, TransactionImportService } from './transaction-import.service';

const routes = contract.transactions;

@Controller()
export class TransactionSheetController {
  constructor(
    private readonly exports: TransactionExportService,
    private readonly imports: TransactionImportService,
    private readonly idempotency: Idempotency,
  ) {}

  @TsRestHandler(routes.export)
  export(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.export, async ({ query }) => {
      return { status: 200, body: await this.exports.list(actor, query) };
    });
  }

  @TsRestHandler(routes.importTemplate)
  importTemplate() {
    return tsRestHandler(routes.importTemplate, async ({ query }) => {
      return { status: 200, body: await this.exports.template(query.format) };
    });
  }

  @TsRestHandler(routes.import)
  import(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.import, async ({ body, headers }) => {
      // A dry run writes nothing, so that it may be repeated and followed by the import under the same key.
      const key = body.dryRun ? undefined : headers['idempotency-key'];
      const data = await this.idempotency.once(
        actor,
        { key, route: routes.import.path, body },
        (prepared: PreparedImport) => this.imports.apply(actor, prepared),
        () => this.imports.prepare(actor, body),
      );
      const message = data.applied ? `${data.created.length} entries were created` : undefined;
      return { status: 200, body: { success: true, data, message } };
    });
  }
}
