import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Migrations } from '../mongo/migrations';
import { type ObjectId, objectId } from '../domain/object-id';
import { UnitOfWork } from '../mongo/unit-of-work';
import { ChainWalk, type Finding, missingLink } from './chain-walk';
import type { LedgerLinkRow } from './ledger-link.document';
import { type Chain, LedgerLinkRepository } from './ledger-link.repository';
import { type Ledger, Ledgers } from './ledgers';

/** Documents that are linked again in one transaction. */
const BATCH = 2_000;

/** Before all documents. */
const FIRST = objectId('0'.repeat(24));

type Steps = { signal: AbortSignal; batch: number };

/** Whether the changeover was added; if not, the head of the chain. */
type Outcome = { isDone: true } | { isDone: false; head: LedgerLinkRow | null };

/**
 * Takes the names of people out of the chains of earlier versions. Each step can be interrupted and repeated, and a
 * verification at the same time finds what it finds at any other time:
 *
 * 1. The chain is followed from its first link, and a changeover is added, which covers all links before it. A chain
 *    that does not hold stays as it is, so that a verification continues to say where.
 * 2. Every document that is what its latest link says is linked again, without names.
 * 3. Names of people are removed from links before the changeover, where the ledger has such names.
 */
@Injectable()
export class LedgerChangeover implements OnModuleInit {
  private readonly logger = new Logger(LedgerChangeover.name);

  constructor(
    private readonly ledgers: Ledgers,
    private readonly links: LedgerLinkRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly migrations: Migrations,
  ) {}

  onModuleInit(): void {
    const id = '2026-11-24-ledgers-without-names';
    this.migrations.register({ id, up: (_, signal) => this.run(signal) });
  }

  async run(signal: AbortSignal, batch = BATCH): Promise<void> {
    for (const ledger of this.ledgers.all) {
      for await (const chain of this.links.findChains(ledger.name)) {
        if (!(await this.isFromBefore(chain))) continue;
        const finding = await this.changedOver(ledger, chain, signal);
        if (!finding) await this.linkAgain(ledger, chain, { signal, batch });
        const remaining = finding ?? (await this.removeNames(ledger, chain, signal));
        if (remaining) this.logger.error({ ...chain, ...remaining }, "This ledger doesn't hold and keeps its names");
      }
    }
  }

  private async isFromBefore(chain: Chain): Promise<boolean> {
    for await (const [first] of this.links.between(chain, 0, 1)) return first?.form === undefined;
    // Its first link is missing.
    return true;
  }

  /** @returns why the chain cannot be changed over. */
  private async changedOver(ledger: Ledger, chain: Chain, signal: AbortSignal): Promise<Finding | null> {
    if (await this.links.changeover(chain)) return null;
    const walk = new ChainWalk(chain, ledger, Infinity);
    for (;;) {
      const outcome = await this.addChangeover(ledger, chain, walk);
      if (outcome.isDone) return null;
      const last = outcome.head?.seq ?? 0;
      if (last <= walk.seq) return missingLink(walk.seq);
      const finding = await this.follow(walk, chain, last, signal);
      if (finding) return finding;
    }
  }

  /** Only after the last link that was followed. */
  private addChangeover(ledger: Ledger, chain: Chain, walk: ChainWalk): Promise<Outcome> {
    return this.unitOfWork.run(async () => {
      const head = await this.links.last(chain);
      if (head?.seq !== walk.seq || head.hash !== walk.hash) return { isDone: false, head };
      ledger.changeOver(chain.laboratoryId, walk.restated);
      return { isDone: true };
    });
  }

  private async follow(walk: ChainWalk, chain: Chain, last: number, signal: AbortSignal): Promise<Finding | null> {
    for await (const links of this.links.between(chain, walk.seq, last)) {
      signal.throwIfAborted();
      for (const link of links) {
        const finding = walk.next(link);
        if (finding) return finding;
      }
    }
    return walk.seq < last ? missingLink(walk.seq + 1) : null;
  }

  /** The form of its latest link says of each document whether it was linked again. */
  private async linkAgain(ledger: Ledger, chain: Chain, { signal, batch }: Steps): Promise<void> {
    let after: ObjectId | null = FIRST;
    do {
      signal.throwIfAborted();
      after = await this.linkBatchAgain(ledger, chain, after, batch);
    } while (after);
  }

  /** @returns the last document of a batch, or `null` after the last batch. */
  private linkBatchAgain(ledger: Ledger, chain: Chain, after: ObjectId, batch: number): Promise<ObjectId | null> {
    return this.unitOfWork.run(async () => {
      const latest = await this.links.latestAfter(chain, after, batch);
      const digests = new Map(
        latest
          .filter(({ form }) => form === undefined)
          .map(({ documentId, digest }) => [documentId.toHexString(), digest]),
      );
      const ids = [...digests.keys()].map((id) => objectId(id));
      const rows = await ledger.findByIds(chain.laboratoryId, ids);
      // Any other document was changed outside the product, and keeps the link that says so.
      ledger.append(rows.filter((row) => ledger.digestOf(row, undefined) === digests.get(row._id.toHexString())));
      return latest.at(-1)?.documentId ?? null;
    });
  }

  /** @returns what does not hold, where the names remain. */
  private async removeNames(ledger: Ledger, chain: Chain, signal: AbortSignal): Promise<Finding | null> {
    const changeover = await this.links.changeover(chain);
    if (!changeover || !ledger.source.earlier?.nameOf) return null;
    const walk = new ChainWalk(chain, ledger, changeover.seq);
    for await (const links of this.links.between(chain, 0, changeover.seq)) {
      signal.throwIfAborted();
      const restated = [];
      for (const link of links) {
        const finding = walk.next(link);
        if (finding) return finding;
        const { _id, hash } = link;
        if (link.form === undefined && link.restated === undefined) {
          restated.push({ _id, hash, name: ledger.nameOf(link), restated: walk.restated });
        }
      }
      await this.links.restate(restated);
    }
    return null;
  }
}
