import { Piscina } from 'piscina';
import { FairShare, type Place } from './fair-share';

const FILES_WAIT = 100;
const MAX_HEAP_MB = 256;

/**
 * Everything that people share and that one of them could keep busy. A person never has all of a pool of long tasks, so
 * that the next person begins at once; tasks of milliseconds only take turns.
 */
export const pools = {
  /** Files that are read, within five seconds each. */
  sheetReading: new FairShare({
    running: 2,
    runningPerPerson: 1,
    waitingPerPerson: 3,
    waiting: FILES_WAIT,
    retryAfter: 5,
    ownTasks: "You're already importing several files. Wait until they finish, then try again.",
  }),
  /** Exports and reports. Each keeps a thread, and a cursor, until its file is complete. */
  sheetWriting: new FairShare({
    running: 4,
    runningPerPerson: 2,
    waitingPerPerson: 3,
    waiting: FILES_WAIT,
    retryAfter: 5,
    ownTasks: "You're already exporting several files. Wait until they finish, then try again.",
  }),
  sheetComparison: new FairShare({
    running: 2,
    runningPerPerson: 1,
    waitingPerPerson: 2,
    waiting: FILES_WAIT,
    retryAfter: 5,
    ownTasks: "You're already comparing several reports. Wait until they finish, then try again.",
  }),
  /** By the address of the client where no one is signed in; a laboratory has one for all its people. */
  passwords: new FairShare({
    running: 2,
    runningPerPerson: 2,
    waitingPerPerson: 60,
    waiting: 200,
    retryAfter: 2,
    ownTasks: 'Too many attempts at the same time. Wait a moment and try again.',
  }),
} as const;

/** Whose share is used by what no one asked for, such as scheduled reports. */
export const THE_SYSTEM = 'system';

type ThreadPoolName = Exclude<keyof typeof pools, 'passwords'>;

/** Threads that run one task each, behind the fair share of their pool. No other code creates threads. */
export class ThreadPool<Task extends object, Result> {
  private readonly threads: Piscina<Task, Result>;

  /** @param filename the module whose default export does the task. */
  constructor(
    private readonly name: ThreadPoolName,
    filename: string,
  ) {
    this.threads = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: pools[name].limits.running,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
    });
  }

  /** @throws DomainError UNAVAILABLE while too many tasks wait. */
  claim(person: string, signal?: AbortSignal): Place {
    return pools[this.name].claim(person, signal);
  }

  /** Waits for the turn of the place; a deadline begins with it. The caller leaves the place. */
  async run(place: Place, task: Task, options: () => Parameters<Piscina['run']>[1]): Promise<Result> {
    await place.turn;
    return this.threads.run(task, options());
  }
}
