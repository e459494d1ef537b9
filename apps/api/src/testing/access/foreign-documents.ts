import { createHash } from 'node:crypto';
import { type Connection, mongo, Types } from 'mongoose';

type Document = mongo.Document & { _id: Types.ObjectId | string };
type Stored = { collection: string; document: Document };

/** Fields whose values identify a document to a reader. */
const identifyingFields = /^(name|email|code|phone|party|\w+(Code|No|Number))$/;

/**
 * The documents of all laboratories except one. They are read from the database itself, so that documents of a new
 * feature are included as soon as the demo network contains some. People without a laboratory belong to the network and
 * are off limits to every laboratory.
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
    const own = new Set(
      all.filter((entry) => laboratoryOf(entry) === laboratory.toHexString()).flatMap(identifyingValuesOf),
    );
    // People of the network are named in the documents that they change, so their names may appear in responses.
    const hidden = foreign.filter((entry) => laboratoryOf(entry) !== NETWORK && laboratoryOf(entry) !== SHARED);
    return new ForeignDocuments(
      connection,
      foreign,
      [...new Set(hidden.flatMap(identifyingValuesOf))].filter((text) => text.length > 2 && !own.has(text)),
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

  /** Some ids from each collection, those of the laboratories first. */
  ids(perCollection: number): string[] {
    const counts = new Map<string, number>();
    const some = this.stored.filter(({ collection, document }) => {
      const count = counts.get(collection) ?? 0;
      if (count >= perCollection || !(document._id instanceof Types.ObjectId)) return false;
      counts.set(collection, count + 1);
      return true;
    });
    return [...new Set([...this.laboratoryIds.slice(0, perCollection), ...some.map(({ document }) => idOf(document))])];
  }

  /** The ids and identifying values of other laboratories that a text contains. */
  leaksIn(text: string): string[] {
    const ids = (text.match(/[0-9a-f]{24}/g) ?? []).filter((id) => this.secretIds.has(id));
    return [...ids, ...this.secrets.filter((secret) => containsWord(text, secret))];
  }

  /** The documents that were changed or removed, and those that were added to other laboratories. */
  async changed(): Promise<string[]> {
    const { altered, added } = await this.difference();
    return [...altered, ...added].map(({ collection, document }) => `${collection} ${idOf(document)}`);
  }

  /** Restores the original documents, so that one check does not affect the next. */
  async restore(): Promise<void> {
    const { altered, added } = await this.difference();
    for (const { collection, document } of added) await this.write(collection).deleteOne({ _id: document._id });
    for (const { collection, document } of altered) {
      await this.write(collection).replaceOne({ _id: document._id }, document, { upsert: true });
    }
  }

  private async difference(): Promise<{ altered: Stored[]; added: Stored[] }> {
    const all = await documentsOf(this.connection);
    const laboratoryOf = ownership(all);
    const present = all.filter((entry) => {
      const owner = laboratoryOf(entry);
      return owner !== undefined && owner !== this.owner.toHexString();
    });
    const digests = new Set(present.map(digestOf));
    return {
      altered: this.stored.filter((entry) => !digests.has(digestOf(entry))),
      // Additions for people of the network are ignored, because the checks themselves sign them in.
      added: present.filter((entry) => laboratoryOf(entry) !== NETWORK && !this.digests.has(digestOf(entry))),
    };
  }

  private write(collection: string) {
    return this.connection.collection<Document>(collection);
  }
}

const NETWORK = 'network';
/** Owner of documents that the whole network shares, such as the period close. Only the network may change them. */
const SHARED = 'shared';

async function documentsOf(connection: Connection): Promise<Stored[]> {
  const names = (await connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));
  const entries = await Promise.all(
    names.map(async (collection) => {
      const documents = await connection.collection<Document>(collection).find().toArray();
      return documents.map((document) => ({ collection, document }));
    }),
  );
  return entries.flat();
}

/** The owner of a document: its laboratory, the laboratory of its person, everyone (shared), or otherwise nobody. */
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
    // Documents that people change have a version and an author; counters and the like have neither.
    return owner ?? ('version' in document && 'updatedBy' in document ? SHARED : undefined);
  };
}

function identifyingValuesOf({ document }: Stored): string[] {
  return Object.entries(document).flatMap(([field, value]) =>
    identifyingFields.test(field) && typeof value === 'string' ? [value] : [],
  );
}

/** Whether the text contains the secret as a whole word; a short code may be part of an unrelated word. */
function containsWord(text: string, secret: string): boolean {
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
