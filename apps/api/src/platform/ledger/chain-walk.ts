import type { BrokenLink, LedgerFault } from '@shifa/contract';
import { isObjectId } from '../domain/object-id';
import { hashOf, NO_HASH, restatedHashOf } from './canonical';
import { type LedgerLinkRow, linkIdOf } from './ledger-link.document';
import type { Chain } from './ledger-link.repository';
import type { Ledger } from './ledgers';

/** What a link or a document is found to be instead of what it should be. */
export type Finding = Omit<BrokenLink, 'documents'>;

/** Follows the links of a chain in their order, from the first, and finds the first that does not hold. */
export class ChainWalk {
  /** Of the last link. */
  seq = 0;
  hash = NO_HASH;
  /** Of all links so far, see `restatedHashOf`; only before the changeover. */
  restated = NO_HASH;

  /** @param changeover its number; 0 without one, and infinite before it is added. */
  constructor(
    private readonly chain: Chain,
    private readonly ledger: Pick<Ledger, 'nameOf'>,
    private readonly changeover: number,
  ) {}

  /** @returns what is wrong with the next link. */
  next(link: LedgerLinkRow): Finding | null {
    const seq = this.seq + 1;
    if (link._id !== linkIdOf({ ...this.chain, seq })) return missingLink(seq);
    const covered = this.restated;
    if (seq < this.changeover) this.restated = restatedHashOf(covered, { ...link, name: this.ledger.nameOf(link) });
    const [expected, found] = this.isRestated(link)
      ? [this.restated, link.restated]
      : [hashOf(this.hash, link), link.hash];
    if (found !== expected || link.seq !== seq) return findingOn({ ...link, seq }, 'link_changed', expected, found);
    if (link.form === 'changeover' && (seq !== this.changeover || link.digest !== covered)) {
      return findingOn(link, 'link_changed', covered, link.digest);
    }
    [this.seq, this.hash] = [seq, link.hash];
    return null;
  }

  /** Whether the link holds by its restated hash: only before a changeover, which says whether that is right. */
  private isRestated({ form, restated }: LedgerLinkRow): boolean {
    return restated !== undefined && form === undefined && this.seq + 1 < this.changeover && isFinite(this.changeover);
  }
}

export function missingLink(seq: number): Finding {
  const [expected, found] = [`link ${seq}`, 'no link'];
  return { fault: 'link_missing', seq, at: null, document: null, expected, found };
}

export function findingOn(link: LedgerLinkRow, fault: LedgerFault, expected: string, found: unknown): Finding {
  const { seq, at, documentId, name } = link;
  const document = isObjectId(documentId) ? { _id: documentId.toHexString(), name, path: null } : null;
  return { fault, seq, at: at instanceof Date ? at.toISOString() : null, document, expected, found: String(found) };
}
