import { createHash } from 'node:crypto';
import { type Connection, mongo, Types } from 'mongoose';

type Document = mongo.Document & { _id: Types.ObjectId | string };
type Stored = { collection: string; document: Document };

/** What tells a document from others to a reader. */
const tellingFields = /^(name|email|code|phone|party|\w+(Code|No|Number))$/;

/**
 * What belongs to other laboratories than the one: read from the database as it is, so that a feature's documents
 * count as soon as the demo network has some. People without a laboratory are the network's, and nobody's to reach.
 */
export class ForeignDocuments {
  private readonly digests: ReadonlySet<string>;

  private constructor(
    private readonly connection: Connection,
    private readonly stored: readonly Stored[],
    private readonly secrets: readonly string[],
    private readonly secretIds: ReadonlySet<string>,
    readonly laboratoryIds: readonly string[],
    private readonly owner: Types.ObjectId,
  ) {
    this.digests = new Set(stored.map(digestOf));
  }

  static async of(connection: Connection, laboratory: Types.ObjectId): Promise<ForeignDocuments> {
    const all = await documentsOf(connection);
    const laboratoryOf = ownership(all);
    const foreign = all.filter((entry) => {
      const owner = laboratoryOf(entry);
      return owner !== undefined && owner !== laboratory.toHexString();
    });
    const own = new Set(all.filter((entry) => laboratoryOf(entry) === laboratory.toHexString()).flatMap(tellingOf));
    // The network's people sign what they do, so their names may be read where they did it.
    const hidden = foreign.filter((entry) => laboratoryOf(entry) !== NETWORK && laboratoryOf(entry) !== EVERYBODY);
    return new ForeignDocuments(
      connection,
      foreign,
      [...new Set(hidden.flatMap(tellingOf))].filter((text) => text.length > 2 && !own.has(text)),
      new Set(hidden.map(({ document }) => idOf(document))),
      all
        .filter(({ collection }) => collection === 'laboratories')
        .map(({ document }) => idOf(document))
        .filter((id) => id !== laboratory.toHexString()),
      laboratory,
    );
  }

  get count(): number {
    return this.stored.length;
  }

  /** Some ids of each collection, the laboratories' first. */
  ids(ofEach: number): string[] {
    const taken = new Map<string, number>();
    const some = this.stored.filter(({ collection, document }) => {
      const before = taken.get(collection) ?? 0;
      if (before >= ofEach || !(document._id instanceof Types.ObjectId)) return false;
      taken.set(collection, before + 1);
      return true;
    });
    return [...new Set([...this.laboratoryIds.slice(0, ofEach), ...some.map(({ document }) => idOf(document))])];
  }

  /** What of other laboratories stands in a text. */
  leaksIn(text: string): string[] {
    const ids = (text.match(/[0-9a-f]{24}/g) ?? []).filter((id) => this.secretIds.has(id));
    return [...ids, ...this.secrets.filter((secret) => standsIn(text, secret))];
  }

  /** The documents that are no longer what they were, or gone; and what was added to other laboratories. */
  async changed(): Promise<string[]> {
    const { gone, added } = await this.difference();
    return [...gone, ...added].map(({ collection, document }) => `${collection} ${idOf(document)}`);
  }

  /** Puts everything back, so that one trial leaves no trace for the next. */
  async restore(): Promise<void> {
    const { gone, added } = await this.difference();
    for (const { collection, document } of added) await this.write(collection).deleteOne({ _id: document._id });
    for (const { collection, document } of gone) {
      await this.write(collection).replaceOne({ _id: document._id }, document, { upsert: true });
    }
  }

  private async difference(): Promise<{ gone: Stored[]; added: Stored[] }> {
    const all = await documentsOf(this.connection);
    const laboratoryOf = ownership(all);
    const present = all.filter((entry) => {
      const owner = laboratoryOf(entry);
      return owner !== undefined && owner !== this.owner.toHexString();
    });
    const digests = new Set(present.map(digestOf));
    return {
      gone: this.stored.filter((entry) => !digests.has(digestOf(entry))),
      // What the network's people do is theirs: the proof itself signs them in.
      added: present.filter((entry) => laboratoryOf(entry) !== NETWORK && !this.digests.has(digestOf(entry))),
    };
  }

  private write(collection: string) {
    return this.connection.collection<Document>(collection);
  }
}

const NETWORK = 'network';
/** For what the whole network has in common, such as its closed books: seen by all, and the network's to change. */
const EVERYBODY = 'everybody';

async function documentsOf(connection: Connection): Promise<Stored[]> {
  const names = (await connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));
  const found = await Promise.all(
    names.map(async (collection) => {
      const documents = await connection.collection<Document>(collection).find().toArray();
      return documents.map((document) => ({ collection, document }));
    }),
  );
  return found.flat();
}

/** Whose a document is: its laboratory's, that of the person it belongs to, everybody's; else it is nobody's. */
function ownership(all: readonly Stored[]): (entry: Stored) => string | undefined {
  const people = new Map(
    all
      .filter(({ collection }) => collection === 'users')
      .map(({ document }) => [idOf(document), hexOf(document.laboratoryId) ?? NETWORK]),
  );
  return ({ collection, document }) => {
    if (collection === 'laboratories') return idOf(document);
    if (collection === 'users') return people.get(idOf(document));
    const owner = hexOf(document.laboratoryId) ?? people.get(hexOf(document.userId) ?? '');
    // What is changed by hand has a version and who wrote it; counters and the like have none.
    return owner ?? ('version' in document && 'updatedBy' in document ? EVERYBODY : undefined);
  };
}

function tellingOf({ document }: Stored): string[] {
  return Object.entries(document).flatMap(([field, value]) =>
    tellingFields.test(field) && typeof value === 'string' ? [value] : [],
  );
}

/** As a word of its own, for a short code may be part of any. */
function standsIn(text: string, secret: string): boolean {
  for (let from = text.indexOf(secret); from >= 0; from = text.indexOf(secret, from + 1)) {
    const around = `${text[from - 1] ?? ' '}${text[from + secret.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

function digestOf({ collection, document }: Stored): string {
  return createHash('sha256').update(collection).update(mongo.BSON.serialize(document)).digest('base64');
}

function idOf({ _id }: Document): string {
  return hexOf(_id) ?? String(_id);
}

function hexOf(value: unknown): string | undefined {
  return value instanceof Types.ObjectId ? value.toHexString() : undefined;
}
