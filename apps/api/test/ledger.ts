import type { LedgerName } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { LedgerVerification } from '../src/platform/ledger/ledger-verification';
import type { LedgerLinkRow } from '../src/platform/ledger/ledger-link.document';
import { Ledgers } from '../src/platform/ledger/ledgers';
import type { ObjectId } from '../src/platform/domain/object-id';
import type { TestApp } from './test-app';

/** The chain of a laboratory, for tests of what writes to it. */
export function chainOf({ services }: TestApp, name: LedgerName, laboratoryId: ObjectId) {
  const ledgers = services.get(Ledgers);
  const connection = services.get<Connection>(getConnectionToken());
  return {
    /** What each link says of its document, in their order. */
    links: async () => {
      const links = connection.collection<LedgerLinkRow>('ledger_links').find({ ledger: name, laboratoryId });
      return (await links.sort({ _id: 1 }).toArray()).map(({ documentId, version }) => [
        documentId.toHexString(),
        version,
      ]);
    },
    /** The first link that does not hold. */
    verified: async () => {
      const ledger = ledgers.get(name);
      if (!ledger) throw new Error(`There is no ledger of ${name}`);
      const head = await ledgers.head({ ledger: name, laboratoryId });
      const options = { signal: new AbortController().signal, onProgress: () => undefined };
      return services.get(LedgerVerification).run(ledger, laboratoryId, { ...options, head, known: null });
    },
  };
}
