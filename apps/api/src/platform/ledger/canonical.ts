import { createHash } from 'node:crypto';
import { canonicalBson } from '../mongo/canonical-bson';
import type { LedgerLinkRow } from './ledger-link.document';

/** What precedes the first link of a chain. */
export const NO_HASH = '';

/** The SHA-256 of a document's fields. */
export function digestOf(document: object): string {
  return sha256(canonicalBson(document));
}

/** The hash of a link, which depends on every link before it. The name is free text and therefore comes last. */
export function hashOf(previous: string, link: Omit<LedgerLinkRow, '_id' | 'hash'>): string {
  const { ledger, laboratoryId, seq, documentId, version, at, digest, name } = link;
  // As text whatever their types: a link that somebody has changed may contain anything.
  const fields = [ledger, laboratoryId, seq, documentId, version, Number(at), digest, name];
  return sha256([previous, ...fields.map(String)].join('\n'));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
