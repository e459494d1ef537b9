import type { LedgerName, LedgerSeal } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { batched } from '../batched';
import { grouped } from '../grouped';
import { LabScope } from '../domain/lab-scope';
import { Migrations } from '../mongo/migrations';
import type { ObjectId } from '../domain/object-id';
import type { Filter, ScopedRepository, Stored } from '../mongo/scoped-repository';
import { UnitOfWork } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { digestOf, hashOf, NO_HASH } from './canonical';
import { type LedgerLinkRow, linkIdOf } from './ledger-link.document';
import { type Chain, LedgerLinkRepository } from './ledger-link.repository';

export type LedgerRow = Stored & { laboratoryId: ObjectId };

type LedgerSource<Row extends LedgerRow> = {
  name: LedgerName;
  repository: ScopedRepository<Row>;
  /** What people call the document, without the name of a person. */
  nameOf: (row: Row) => string;
  /** Where the web app shows the document. */
  pathOf: (row: Row) => string;
  /**
   * The row without fields that follow from others and that later versions may compute otherwise, and with people as
   * their ids: names can be corrected and erased.
   */
  protectedOf: (row: Row) => object;
  /** The same for links without a form; see `LinkForm`. */
  earlier?: {
    protectedOf: (row: Row) => object;
    /** The name of such a link without that of a person; of one without, the same. */
    nameOf?: (name: string) => string;
  };
  /** Which documents belong to the ledger, where not all do: as a row and as a filter. Once in, a document stays in. */
  only?: { includes: (row: Row) => boolean; filter: Filter };
};

type NewLink = Chain & Required<Pick<LedgerLinkRow, 'form' | 'documentId' | 'version' | 'name' | 'digest'>>;

/** A ledger of all laboratories, in each of which it is one chain. */
export class Ledger<Row extends LedgerRow = LedgerRow> {
  constructor(
    readonly source: LedgerSource<Row>,
    private readonly appendLinks: (links: NewLink[]) => void,
  ) {}

  get name(): LedgerName {
    return this.source.name;
  }

  /** Adds a link for every document as it was written in the transaction under way. */
  append(rows: readonly Row[]): void {
    const { only, name: ledger, nameOf } = this.source;
    const included = only ? rows.filter((row) => only.includes(row)) : rows;
    this.appendLinks(
      included.map((row) => {
        const { _id: documentId, laboratoryId, version } = row;
        const document = { documentId, version, name: nameOf(row), digest: this.digestOf(row, 'ids') };
        return { form: 'ids', ledger, laboratoryId, ...document };
      }),
    );
  }

  /** Adds the link after which no link contains names of people, in the transaction under way; see `LinkForm`. */
  changeOver(laboratoryId: ObjectId, digest: string): void {
    const link = { documentId: laboratoryId, version: 1, name: 'all links before it', digest };
    this.appendLinks([{ form: 'changeover', ledger: this.name, laboratoryId, ...link }]);
  }

  digestOf(row: Row, form: LedgerLinkRow['form']): string {
    const { protectedOf, earlier } = this.source;
    return digestOf(form === undefined && earlier ? earlier.protectedOf(row) : protectedOf(row));
  }

  /** The name of a link as it is without that of a person. */
  nameOf({ form, restated, name }: LedgerLinkRow): string {
    const withoutPerson = form === undefined && restated === undefined ? this.source.earlier?.nameOf : undefined;
    return withoutPerson ? withoutPerson(asText(name)) : name;
  }

  /** A laboratory's documents, in no particular order. */
  documents(laboratoryId: ObjectId): AsyncIterable<Row> {
    return this.source.repository.stream(scopeOf(laboratoryId), { filter: this.filter, sort: null });
  }

  /** A laboratory's documents with these ids, whether they still belong to the ledger or not. */
  findByIds(laboratoryId: ObjectId, ids: readonly ObjectId[]): Promise<Row[]> {
    const options = { limit: ids.length, batchSize: ids.length };
    return this.source.repository.find(scopeOf(laboratoryId), { _id: { $in: [...ids] } }, options);
  }

  /** @param ids counts only these. */
  count(laboratoryId: ObjectId, ids?: readonly ObjectId[]): Promise<number> {
    const filter = ids ? { $and: [{ _id: { $in: [...ids] } }, this.filter] } : this.filter;
    return this.source.repository.count(scopeOf(laboratoryId), filter);
  }

  private get filter(): Filter {
    return this.source.only?.filter ?? {};
  }
}

const SEAL_BATCH = 2_000;

/**
 * Hash-chains documents, so that a later change outside the product is found. The links of a transaction are added at
 * its end, all together: one read for each chain and one insert, and others wait for the chain as briefly as possible.
 */
@Injectable()
export class Ledgers implements OnModuleInit {
  private readonly ledgers = new Map<LedgerName, Ledger>();

  constructor(
    private readonly links: LedgerLinkRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly migrations: Migrations,
  ) {}

  onModuleInit(): void {
    this.migrations.register({ id: '2026-11-22-chain-ledgers', up: (_, signal) => this.seal(signal) });
  }

  register<Row extends LedgerRow>(source: LedgerSource<Row>): Ledger<Row> {
    const ledger = new Ledger(source, (links) => {
      this.unitOfWork.beforeCommit(this.insert, links);
    });
    this.ledgers.set(source.name, ledger as unknown as Ledger);
    return ledger;
  }

  get all(): Ledger[] {
    return [...this.ledgers.values()];
  }

  get(name: LedgerName): Ledger | undefined {
    return this.ledgers.get(name);
  }

  head(chain: Chain): Promise<LedgerLinkRow | null> {
    return this.links.last(chain);
  }

  /** The seal of a document in this version, of one in this laboratory. */
  async readSeal(name: LedgerName, { _id, laboratoryId, version }: LedgerRow): Promise<LedgerSeal | null> {
    const link = await this.links.ofVersion({ ledger: name, laboratoryId }, _id, version);
    return link && toSeal(link);
  }

  /** Adds links for documents without one: documents that are older than the chain, and the demo network. */
  async seal(signal?: AbortSignal): Promise<void> {
    for (const ledger of this.all) {
      const { source } = ledger;
      const all = source.repository.stream(LabScope.everywhere(), {
        filter: source.only?.filter ?? {},
        sort: { _id: 1 },
      });
      for await (const batch of batched(all, SEAL_BATCH)) {
        signal?.throwIfAborted();
        await this.sealBatch(ledger, batch);
      }
    }
  }

  private async sealBatch(ledger: Ledger, rows: readonly LedgerRow[]): Promise<void> {
    const byLaboratory = grouped(rows, ({ laboratoryId }) => laboratoryId.toHexString());
    for (const part of byLaboratory.values()) {
      await this.unitOfWork.run(async () => {
        const [{ laboratoryId }] = part as [LedgerRow];
        const ids = part.map(({ _id }) => _id);
        const linked = await this.links.linkedAmong({ ledger: ledger.name, laboratoryId }, ids);
        ledger.append(part.filter(({ _id }) => !linked.has(_id.toHexString())));
      });
    }
  }

  /** In the order of their writes within each chain. */
  private readonly insert = async (added: readonly NewLink[]): Promise<void> => {
    const at = this.clock.now();
    const links: LedgerLinkRow[] = [];
    const chains = grouped(added, ({ ledger, laboratoryId }) => `${ledger}:${laboratoryId.toHexString()}`);
    for (const [, part] of [...chains].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const last = await this.links.last((part as [NewLink])[0]);
      let [seq, hash] = [last?.seq ?? 0, last?.hash ?? NO_HASH];
      for (const one of part) {
        seq += 1;
        const link = { ...one, seq, at };
        hash = hashOf(hash, link);
        links.push({ _id: linkIdOf(link), ...link, hash });
      }
    }
    await this.links.insert(links);
  };
}

/** Also of a link in which someone has stored anything else. */
function asText(name: unknown): string {
  return String(name);
}

export function toSeal({ seq, hash, at }: LedgerLinkRow): LedgerSeal {
  return { seq, hash, at: at.toISOString() };
}

function scopeOf(laboratoryId: ObjectId): LabScope {
  return LabScope.ofLaboratory(laboratoryId.toHexString());
}
