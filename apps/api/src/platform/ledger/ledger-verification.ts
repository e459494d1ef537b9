import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BrokenLink } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { batched, oneAhead } from '../batched';
import { LabScope } from '../domain/lab-scope';
import type { ObjectId } from '../domain/object-id';
import { readAll, UnitOfWork } from '../mongo/unit-of-work';
import { ChainWalk, type Finding, findingOn, missingLink } from './chain-walk';
import { type LedgerLinkRow, linkIdOf } from './ledger-link.document';
import { type Chain, LedgerLinkRepository } from './ledger-link.repository';
import type { Ledger } from './ledgers';

/** Documents that are read at once where links are looked for. */
const BATCH = 200;

/** The head of a chain at a time. */
export type Head = Pick<LedgerLinkRow, 'seq' | 'hash'>;

type VerificationOptions = {
  /** Links after it are not walked. */
  head: Head | null;
  /** The head that was found intact last. */
  known: Head | null;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
};

/**
 * Walks a chain and compares every document with its latest link. Nothing is locked: what seems to differ is judged
 * again on a document and its link as they are at one moment.
 */
@Injectable()
export class LedgerVerification {
  constructor(
    private readonly links: LedgerLinkRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns the first link that does not hold, or `null`. */
  async run(ledger: Ledger, laboratoryId: ObjectId, options: VerificationOptions): Promise<BrokenLink | null> {
    const chain = { ledger: ledger.name, laboratoryId };
    const last = options.head?.seq ?? 0;
    const total = last + (await ledger.count(laboratoryId));
    const brokenLink = await this.walk(ledger, chain, {
      ...options,
      onProgress: (done) => options.onProgress(done, total),
    });
    if (brokenLink) return { ...brokenLink, documents: brokenLink.document ? 1 : 0 };
    const findings = await this.compare(ledger, chain, {
      ...options,
      onProgress: (done) => options.onProgress(Math.min(last + done, total), total),
    });
    const [first] = findings.toSorted((a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity));
    return first ? { ...first, documents: findings.length } : null;
  }

  private async walk(ledger: Ledger, chain: Chain, options: VerificationOptions): Promise<Finding | null> {
    const { head, known, signal, onProgress } = options;
    const last = Math.max(head?.seq ?? 0, known?.seq ?? 0);
    const changeover = await this.links.changeover(chain);
    const walk = new ChainWalk(chain, ledger, changeover?.seq ?? 0);
    for await (const links of oneAhead(this.links.between(chain, 0, last))) {
      signal.throwIfAborted();
      for (const link of links) {
        const finding = walk.next(link);
        if (finding) return finding;
        const { seq, hash } = walk;
        if (seq === known?.seq && hash !== known.hash) return findingOn(link, 'chain_rewritten', known.hash, hash);
      }
      onProgress(walk.seq, last);
      await nextTurn();
    }
    return walk.seq < last ? missingLink(walk.seq + 1) : null;
  }

  private async compare(
    ledger: Ledger,
    chain: Chain,
    { signal, onProgress }: Pick<VerificationOptions, 'signal'> & { onProgress: (done: number) => void },
  ): Promise<Finding[]> {
    const { laboratoryId } = chain;
    const findings: Finding[] = [];
    let [compared, present] = [0, 0];
    for await (const { latest, rows } of oneAhead(this.withRows(ledger, chain))) {
      signal.throwIfAborted();
      const doubtful: ObjectId[] = [];
      for (const link of latest) {
        // Only links with such ids were walked.
        if (link._id !== linkIdOf(link)) findings.push(findingOn(link, 'link_changed', linkIdOf(link), link._id));
        const row = rows.get(link.documentId.toHexString());
        if (!row || ledger.digestOf(row, link.form) !== link.digest) doubtful.push(link.documentId);
      }
      for (const documentId of doubtful) {
        const finding = await this.judge(ledger, chain, documentId);
        if (finding) findings.push(finding);
      }
      // Of those that differ, some may no longer say that they belong to the ledger.
      present += latest.length - doubtful.length + (doubtful.length && (await ledger.count(laboratoryId, doubtful)));
      onProgress((compared += latest.length));
      await nextTurn();
    }
    // Where fewer than there are have a link, some are without.
    const isComplete = (await ledger.count(laboratoryId)) === present;
    return isComplete ? findings : [...findings, ...(await this.withoutLink(ledger, chain, signal))];
  }

  private async *withRows(ledger: Ledger, chain: Chain) {
    for await (const latest of oneAhead(this.links.latestByDocument(chain))) {
      const ids = latest.map(({ documentId }) => documentId);
      const found = await ledger.findByIds(chain.laboratoryId, ids);
      yield { latest, rows: new Map(found.map((row) => [row._id.toHexString(), row])) };
    }
  }

  private async withoutLink(ledger: Ledger, chain: Chain, signal: AbortSignal): Promise<Finding[]> {
    const findings: Finding[] = [];
    for await (const rows of batched(ledger.documents(chain.laboratoryId), BATCH)) {
      signal.throwIfAborted();
      const ids = rows.map(({ _id }) => _id);
      const linked = await this.links.linkedAmong(chain, ids);
      for (const { _id } of rows.filter((row) => !linked.has(row._id.toHexString()))) {
        const finding = await this.judge(ledger, chain, _id);
        if (finding) findings.push(finding);
      }
    }
    return findings;
  }

  /** A document and its latest link, as they are at one moment. */
  private async judge(ledger: Ledger, chain: Chain, documentId: ObjectId): Promise<Finding | null> {
    const scope = LabScope.ofLaboratory(chain.laboratoryId.toHexString());
    const { repository, nameOf, pathOf } = ledger.source;
    const [row, link] = await this.unitOfWork.run(() =>
      readAll(
        () => repository.findById(scope, documentId.toHexString()),
        () => this.links.ofDocument(chain, documentId),
      ),
    );
    if (!row && !link) return null;
    const document = { _id: documentId.toHexString(), name: link?.name ?? '', path: row && pathOf(row) };
    if (!link) {
      const found = `version ${row?.version ?? 1}`;
      return {
        fault: 'document_without_link',
        seq: null,
        at: null,
        expected: 'no document',
        found,
        document: { ...document, name: row ? nameOf(row) : '' },
      } satisfies Finding;
    }
    if (!row) return { ...findingOn(link, 'document_missing', describeState(link), 'no document'), document };
    const now = { version: row.version, digest: ledger.digestOf(row, link.form) };
    if (now.digest === link.digest) return null;
    return { ...findingOn(link, 'document_changed', describeState(link), describeState(now)), document };
  }
}

function describeState({ version, digest }: Pick<LedgerLinkRow, 'version' | 'digest'>): string {
  return `version ${version}, digest ${digest}`;
}
