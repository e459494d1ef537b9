import { createHash } from 'node:crypto';
import { type Connection, mongo, Types } from 'mongoose';
import { EVERY_LABORATORY } from '../../src/platform/mongo/scoped-repository';

type Document = mongo.Document & { _id: Types.ObjectId | string };
type Stored = { collection: string; document: Document; digest: string };

/** Random, and different in every reply. */
const requestId = /"requestId":"[\da-f-]{36}"/;

/** Fields whose values identify a document to a reader. */
const identifyingFields = /^(name|email|code|phone|party|\w+(Code|No|Number))$/;

/**
 * The documents of all laboratories except one. They are read from the database itself, so that documents of a new
 * feature are included as soon as the demo network contains some. People without a laboratory belong to the network and
 * are off limits to every laboratory.
 */
export class ForeignDocuments {
  private readonly digests: ReadonlySet<string>;
  /** By digest. */
  private readonly known = new Map<string, Stored>();
  /** What was found in short texts: most replies are the same refusal. */
  private readonly leaksOf = new Map<string, string[]>();

  private constructor(
    private readonly connection: Connection,
    private readonly stored: readonly Stored[],
    private readonly secrets: readonly string[],
    private readonly secretIds: ReadonlySet<string>,
    /** The id, the name and the code of each laboratory. */
    private readonly directory: ReadonlySet<string>,
    readonly laboratoryIds: readonly string[],
    private readonly owner: Types.ObjectId,
  ) {
    this.digests = new Set(stored.map(({ digest }) => digest));
  }

  static async of(connection: Connection, laboratory: Types.ObjectId): Promise<ForeignDocuments> {
    const all = await readDocuments(connection);
    const ownersOf = ownership(all);
    const owner = laboratory.toHexString();
    const foreign = all.filter((entry) => isForeign(ownersOf(entry), owner));
    const ownEntries = all.filter((entry) => ownersOf(entry).includes(owner));
    const partners = new Set(ownEntries.flatMap((entry) => ownersOf(entry)).filter((one) => one !== owner));
    const isPartner = ({ collection, document }: Stored) =>
      collection === 'laboratories' && partners.has(idOf(document));
    const own = new Set([
      ...ownEntries.flatMap(identifyingValuesOf),
      // Laboratories that share a document know each other by name and code, and the people who acted on it by name.
      ...all.filter(isPartner).flatMap(({ document: { name, code } }) => [String(name), String(code)]),
      ...ownEntries.filter((entry) => ownersOf(entry).length > 1).flatMap(({ document }) => namesWithin(document)),
    ]);
    // People of the network are named in the documents that they change, so their names may appear in responses.
    const hidden = foreign.filter((entry) => !ownersOf(entry).some((one) => one === NETWORK || one === SHARED));
    return new ForeignDocuments(
      connection,
      foreign,
      [...new Set(hidden.flatMap(identifyingValuesOf))].filter((text) => text.length > 2 && !own.has(text)),
      new Set(hidden.filter((entry) => !isPartner(entry)).map(({ document }) => idOf(document))),
      new Set(
        all
          .filter(({ collection }) => collection === 'laboratories')
          .flatMap(({ document }) => [idOf(document), String(document.name), String(document.code)]),
      ),
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

  /** The ids of a collection. */
  idsIn(name: string): ReadonlySet<string> {
    const inside = this.stored.filter(({ collection }) => collection === name);
    return new Set(inside.map(({ document }) => idOf(document)));
  }

  /** Some ids from each collection, and of some laboratories. Another turn begins with other documents. */
  ids(perCollection: number, turn: number): string[] {
    const byCollection = new Map([['laboratories', [...this.laboratoryIds]]]);
    for (const { collection, document } of this.stored) {
      if (collection === 'laboratories' || !(document._id instanceof Types.ObjectId)) continue;
      byCollection.set(collection, [...(byCollection.get(collection) ?? []), idOf(document)]);
    }
    const some = [...byCollection.values()].flatMap((ids) =>
      ids.slice(0, perCollection).map((_, index) => ids[(turn + index) % ids.length] ?? ''),
    );
    return [...new Set(some)];
  }

  /**
   * The ids and identifying values of other laboratories that a text contains.
   * @param listsLaboratories the text may contain the id, the name and the code of any laboratory.
   */
  leaksIn(text: string, { listsLaboratories = false } = {}): string[] {
    const leaks = this.allLeaksIn(text.replace(requestId, ''));
    return listsLaboratories ? leaks.filter((leak) => !this.directory.has(leak)) : leaks;
  }

  private allLeaksIn(text: string): string[] {
    const known = this.leaksOf.get(text);
    if (known) return known;
    const ids = (text.match(/[0-9a-f]{24}/g) ?? []).filter((id) => this.secretIds.has(id));
    const leaks = [...ids, ...this.secrets.filter((secret) => containsWord(text, secret))];
    if (text.length < 1_000) this.leaksOf.set(text, leaks);
    return leaks;
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
    const all = await readDocuments(this.connection, this.known);
    const ownersOf = ownership(all);
    const present = all.filter((entry) => isForeign(ownersOf(entry), this.owner.toHexString()));
    const digests = new Set(present.map(({ digest }) => digest));
    return {
      altered: this.stored.filter(({ digest }) => !digests.has(digest)),
      // Additions for people of the network are ignored, because the checks themselves sign them in.
      added: present.filter((entry) => !ownersOf(entry).includes(NETWORK) && !this.digests.has(entry.digest)),
    };
  }

  private write(collection: string) {
    return this.connection.collection<Document>(collection);
  }
}

const NETWORK = 'network';
/** Owner of documents that the whole network shares, such as the period close. Only the network may change them. */
const SHARED = 'shared';
/** In the place of a laboratory: every one of them uses the document, so that it is foreign to none. */
const EVERYONE = EVERY_LABORATORY.toHexString();

/** Every document. Those that are known by their digest are not parsed again, because most of them never change. */
async function readDocuments(connection: Connection, known = new Map<string, Stored>()): Promise<Stored[]> {
  const names = (await connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));
  const entries = await Promise.all(
    names.map(async (collection) => {
      const documents: unknown[] = await connection.collection(collection).find({}, { raw: true }).toArray();
      return (documents as Buffer[]).map((bytes) => {
        const digest = createHash('sha256').update(collection).update(bytes).digest('base64');
        const entry = known.get(digest) ?? { collection, document: mongo.BSON.deserialize(bytes) as Document, digest };
        known.set(digest, entry);
        return entry;
      });
    }),
  );
  return entries.flat();
}

/**
 * The owners of a document: its laboratory or, of a document between several, each of them; the laboratory of its person;
 * everyone (shared); or otherwise nobody.
 */
function ownership(all: readonly Stored[]): (entry: Stored) => string[] {
  const people = new Map(
    all
      .filter(({ collection }) => collection === 'users')
      .map(({ document }) => [idOf(document), hexOf(document.laboratoryId) ?? NETWORK]),
  );
  return ({ collection, document }) => {
    if (collection === 'laboratories') return [idOf(document)];
    if (collection === 'users') return [people.get(idOf(document)) ?? NETWORK];
    const several: unknown = document.laboratoryIds;
    if (Array.isArray(several)) return several.flatMap((id) => hexOf(id) ?? []).filter((id) => id !== EVERYONE);
    const owner = hexOf(document.laboratoryId) ?? people.get(hexOf(document.userId) ?? '');
    if (owner !== undefined) return [owner];
    // Documents that people change have a version and an author; counters and the like have neither.
    return 'version' in document && 'updatedBy' in document ? [SHARED] : [];
  };
}

function isForeign(owners: readonly string[], laboratory: string): boolean {
  return owners.length > 0 && !owners.includes(laboratory);
}

/** The identifying values in a document, at any depth. */
function namesWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesWithin);
  if (typeof value !== 'object' || value === null || value instanceof Types.ObjectId || value instanceof Date)
    return [];
  return Object.entries(value).flatMap(([field, part]) =>
    typeof part === 'string' && identifyingFields.test(field) ? [part] : namesWithin(part),
  );
}

function identifyingValuesOf({ collection, document }: Stored): string[] {
  if (collection === 'laboratories') return namesWithin(document);
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

function idOf({ _id }: Document): string {
  return hexOf(_id) ?? String(_id);
}

function hexOf(value: unknown): string | undefined {
  return value instanceof Types.ObjectId ? value.toHexString() : undefined;
}
