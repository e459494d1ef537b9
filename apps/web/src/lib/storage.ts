/**
 * Whom a stored text belongs to:
 * - `session`: of the person who is signed in; ends with the session.
 * - `person`: of one person, whose id ends its key; no one else reads it.
 * - `browser`: of the browser, and of no one in particular; it names no person and stays.
 */
export type Belonging = 'session' | 'person' | 'browser';

type Area = 'local' | 'tab';

/** One text in the browser's storage. `write` throws where there is no room. */
export class StoredText {
  constructor(
    private readonly area: Area,
    readonly key: string,
    readonly belongsTo: Belonging,
  ) {}

  /** The text; null if there is none, or if the browser refuses access to its storage. */
  read(): string | null {
    try {
      return this.#storage.getItem(this.key);
    } catch {
      return null;
    }
  }

  write(text: string): void {
    this.#storage.setItem(this.key, text);
  }

  remove(): void {
    this.#storage.removeItem(this.key);
  }

  /** Whether another tab changed it; without a key, it cleared the whole storage. */
  isChangedBy({ storageArea, key }: StorageEvent): boolean {
    return storageArea === this.#storage && (key === this.key || key === null);
  }

  get #storage(): Storage {
    return storageOf(this.area);
  }
}

/** Texts with a common start of their keys. */
export class StoredTexts {
  constructor(
    private readonly area: Area,
    readonly prefix: string,
    readonly belongsTo: 'person',
  ) {}

  of(rest: string): StoredText {
    return new StoredText(this.area, this.prefix + rest, this.belongsTo);
  }

  /** What follows the prefix in each key that exists. */
  existing(): string[] {
    const keys = Object.keys(storageOf(this.area));
    return keys.filter((key) => key.startsWith(this.prefix)).map((key) => key.slice(this.prefix.length));
  }

  /** Those whose keys go on with a text, such as all of a person. */
  removeAll(start: string): void {
    for (const rest of this.existing()) if (rest.startsWith(start)) this.of(rest).remove();
  }

  /** Removes those of everyone but the owner; without one, all. What follows the prefix begins with the person. */
  keepOnly(owner?: string): void {
    for (const rest of this.existing()) if (rest.split(':', 1)[0] !== owner) this.of(rest).remove();
  }
}

/** Everything that the app keeps in the browser's storage; no other module has access to it. */
export const stored = {
  token: new StoredText('local', 'token', 'session'),
  user: new StoredText('local', 'user', 'session'),
  /** Written for a moment only, so that other tabs hear why the session ended before they see that it did. */
  sessionEnded: new StoredText('local', 'session-ended', 'session'),
  /** Present if the session began at the provider, where it then ends as well. */
  provider: new StoredText('local', 'provider', 'session'),
  /** Where the person was, while they sign in at the provider. */
  returnTo: new StoredText('tab', 'return-to', 'session'),
  /** What was typed in forms: `<person>:<form>`. Removed when someone else signs in. */
  drafts: new StoredTexts('tab', 'draft:', 'person'),
  /** What was chosen in the command palette: `<person>`. Removed at sign-out, and when someone else signs in. */
  recentChoices: new StoredTexts('local', 'recent-choices:', 'person'),
  /**
   * What pages showed last: `<person>:<query>`. Removed when the session ends, when someone else signs in, and when the
   * person's permissions or laboratory change.
   */
  lastState: new StoredTexts('local', 'last-state:', 'person'),
  /** Clockings that have reached no server: `<person>`. They stay when someone else signs in, until they are sent. */
  offlinePunches: new StoredTexts('local', 'offline-punches:', 'person'),
  /**
   * Stock counts under way: `<person>:<count>`, and with `:sheet` and `:item:<item>` what to count and what was counted.
   * They stay when someone else signs in, until they are saved, discarded, or their owner signs out.
   */
  stockCounts: new StoredTexts('local', 'stock-count:', 'person'),
  /** A random id that goes with clockings as evidence. */
  device: new StoredText('local', 'device', 'browser'),
  /** A random secret for sign-in, which no response contains. */
  browserId: new StoredText('local', 'browser-id', 'browser'),
  /** When the offer to install the product was closed. */
  installDeclinedAt: new StoredText('local', 'install-declined-at', 'browser'),
  wallDisplay: new StoredText('local', 'wall-display', 'browser'),
  /** The version whose code is all kept for use without a network. */
  keptVersion: new StoredText('local', 'kept-version', 'browser'),
  /** The version that the tab was last reloaded for, because the code of the former one was gone. */
  reloadedFor: new StoredText('tab', 'reloaded-for', 'browser'),
  /** When the tab was last reloaded for code that could not be loaded. */
  reloadedAt: new StoredText('tab', 'reloadedAt', 'browser'),
} satisfies Record<string, StoredText | StoredTexts>;

function storageOf(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}
