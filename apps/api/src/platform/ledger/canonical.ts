import { hash } from 'node:crypto';
import { canonicalBson } from '../mongo/canonical-bson';
import type { LedgerLinkRow } from './ledger-link.document';

/** What precedes the first link of a chain. */
export const NO_HASH = '';

/** The SHA-256 of a document's fields. */
export function digestOf(document: object): string {
  return sha256(canonicalBson(document));
}

/** The hash of a link, which depends on every link before it. */
export function hashOf(previous: string, link: Omit<LedgerLinkRow, '_id' | 'hash' | 'restated'>): string {
  return sha256(lines(previous, ...(link.form === undefined ? [] : [link.form]), ...fieldsOf(link)));
}

/**
 * A second hash of the links before a changeover, of their hashes and of their names as they are without people. It
 * holds when the name of a person is removed from a link, after which `hashOf` cannot be calculated.
 */
export function restatedHashOf(previous: string, link: Omit<LedgerLinkRow, '_id' | 'restated'>): string {
  return sha256(lines(previous, 'restated', link.form, link.hash, ...fieldsOf(link)));
}

/** The name is free text and therefore comes last. */
function fieldsOf({
  ledger,
  laboratoryId,
  seq,
  documentId,
  version,
  at,
  digest,
  name,
}: Omit<LedgerLinkRow, '_id' | 'hash'>) {
  return [ledger, laboratoryId, seq, documentId, version, Number(at), digest, name];
}

/** As text whatever their types: a link that someone has changed may contain anything. */
function lines(...fields: unknown[]): string {
  return fields.map(String).join('\n');
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
