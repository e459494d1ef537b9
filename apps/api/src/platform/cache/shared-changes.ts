import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SharedRedis } from '../redis/shared-redis';
import { requestContext } from '../request-context';

/** What becomes wrong in the caches of all processes: everything in a cache, or these keys or groups. */
export type CacheChange = {
  /** The name of the cache, or the collection from which caches are read. */
  cache: string;
  keys?: readonly string[];
  groups?: readonly string[];
};

/** A change that is about to be committed has no `done`; it is followed by one that has, or by nothing after a crash. */
type Message = { from: string; id: string; done?: true; changes: readonly CacheChange[] };
type Entry = [position: string, fields: string[]];

const STREAM = 'shifa:cache-changes';
const KEPT_MESSAGES = 10_000;
/** A transaction ends sooner, so that afterwards what it has changed can be read. MongoDB's own limit is a minute. */
const COMMITTED_AFTER_MS = 90_000;
/** How long a change waits for Redis. Later, every process that shares it has noticed that it is away. */
const ANNOUNCE_MS = 5_000;
/** How long a request waits for Redis before it does without kept values. */
const READ_MS = 1_000;
/** Stands for every cache. */
export const EVERYTHING = '*';

/**
 * Tells processes that share a Redis what changes in the values that each of them keeps. A change is announced before
 * it is committed, and each request reads what was announced before it uses a kept value, so that no process answers an
 * older value once a change was answered, also if the changing process or Redis ends at any moment. ADR 56
 * names the one exception: a process that alone loses Redis.
 */
export class SharedChanges {
  private readonly process = randomUUID();
  /** Up to where announcements were read; null if some may have been missed. */
  private position: string | null = null;
  /** Counts lost connections. What is read across one may lack messages. */
  private connection = 0;
  /** Announced changes that may be committed at any moment, by id, with the time until when. */
  private readonly open = new Map<string, { until: number; changes: readonly CacheChange[] }>();
  /** When Redis was last lost. */
  private lostAt = performance.now();
  /** Each attempt to reach Redis again closes a connection as well. */
  private wasReady = true;
  /** Whether something was changed without telling the others. */
  private hasUntold = false;
  private readonly read = new WeakMap<object, Promise<boolean>>();

  constructor(
    private readonly redis: SharedRedis,
    private readonly apply: (changes: readonly CacheChange[] | 'all') => void,
  ) {
    redis.client.on('close', () => {
      this.connection += 1;
      this.position = null;
      if (this.wasReady) this.lostAt = performance.now();
      this.wasReady = false;
    });
    redis.client.on('ready', () => {
      this.wasReady = true;
      if (!this.hasUntold) return;
      this.hasUntold = false;
      this.tell([{ cache: EVERYTHING }]);
    });
  }

  /** The changes that are about to be committed, whose values must not be kept. */
  get pending(): readonly CacheChange[] {
    const now = performance.now();
    for (const [id, { until }] of this.open) if (until <= now) this.open.delete(id);
    return [...this.open.values()].flatMap(({ changes }) => changes);
  }

  /** Without Redis, returns after a while: what others keep they do not use then, and forget before they use it again. */
  async announce(changes: readonly CacheChange[]): Promise<() => void> {
    if (this.isCutOff) {
      this.hasUntold = true;
      return () => undefined;
    }
    const id = randomUUID();
    const announced = this.publish({ from: this.process, id, changes }).then(() => true);
    announced.catch(() => undefined);
    const isKnown = await Promise.race([announced, wait(ANNOUNCE_MS, false, { ref: false })]).catch(() => false);
    if (!isKnown) this.hasUntold = true;
    return () => this.tell(changes, id);
  }

  /** Of a change that is made already. */
  tell(changes: readonly CacheChange[], id = ''): void {
    if (this.isCutOff) this.hasUntold = true;
    else this.publish({ from: this.process, id, done: true, changes }).catch(() => undefined);
  }

  /** Applies what others have announced, once per request. @returns whether kept values can be used. */
  refresh(): Promise<boolean> {
    const request = requestContext.getStore();
    const known = request && this.read.get(request);
    if (known) return known;
    const tooLate = wait(READ_MS, false, { ref: false });
    const refreshed = Promise.race([this.catchUp().catch(() => false), tooLate]).then((isFresh) => {
      if (!isFresh) this.position = null;
      return isFresh;
    });
    if (request) this.read.set(request, refreshed);
    return refreshed;
  }

  private get isCutOff(): boolean {
    return !this.redis.isReachable && performance.now() - this.lostAt > ANNOUNCE_MS;
  }

  private async publish(message: Message): Promise<void> {
    await this.redis.patient.xadd(STREAM, 'MAXLEN', '~', KEPT_MESSAGES, '*', 'change', JSON.stringify(message));
  }

  private async catchUp(): Promise<boolean> {
    if (!this.redis.isReachable) return false;
    const { connection } = this;
    const from = this.position ?? (await this.startAgain());
    const answers = await this.redis.client
      .pipeline()
      .xrange(STREAM, '-', '+', 'COUNT', 1)
      .xrange(STREAM, `(${from}`, '+')
      .exec();
    const [[firstError, oldest], [error, messages]] = answers as [[unknown, Entry[]], [unknown, Entry[]]];
    if (firstError || error || connection !== this.connection) return false;
    // What was removed from the stream in between is unknown.
    if (oldest[0] && isBefore(from, oldest[0][0])) this.apply('all');
    for (const [position, [, text = '{}']] of messages) {
      this.receive(JSON.parse(text) as Message);
      this.position = position;
    }
    this.position ??= from;
    return true;
  }

  /** After messages may have been missed: everything kept goes, and what may still be committed is read again. */
  private async startAgain(): Promise<string> {
    const [seconds = 0] = (await this.redis.client.time()).map(Number);
    this.apply('all');
    return `${Math.max(0, seconds * 1_000 - COMMITTED_AFTER_MS)}-0`;
  }

  private receive({ from, id, done, changes }: Message): void {
    if (from === this.process) return;
    this.apply(changes);
    if (done) this.open.delete(id);
    else this.open.set(id, { changes, until: performance.now() + COMMITTED_AFTER_MS });
  }
}

/** Positions in a stream are `<milliseconds>-<number>`. */
function isBefore(left: string, right: string): boolean {
  const [[leftTime = 0, leftNumber = 0], [rightTime = 0, rightNumber = 0]] = [left, right].map((one) =>
    one.split('-').map(Number),
  ) as [number[], number[]];
  return leftTime < rightTime || (leftTime === rightTime && leftNumber < rightNumber);
}
