import { DomainError } from '../domain/domain-error';

type Limits = {
  /** Tasks that run at the same time. */
  running: number;
  /** How many of these one person may have. */
  runningPerPerson: number;
  /** Tasks of one person that wait. */
  waitingPerPerson: number;
  /** Tasks of everyone that wait. */
  waiting: number;
  /** Seconds after which a refused person can try again. */
  retryAfter: number;
  /** What the refused person is told where they themselves keep the pool busy. */
  ownTasks: string;
};

/** A task's place among those that run or wait. */
export type Place = {
  /** Resolves when the task can run; rejects where its signal is aborted before. */
  turn: Promise<void>;
  /** Ends the task or its waiting; a second call does nothing. */
  leave: () => void;
};

/**
 * Divides a shared resource among people: those who wait take turns, those with fewer running tasks first, and beyond a
 * few waiting tasks of their own a person is refused.
 */
export class FairShare {
  private running = 0;
  private waiting = 0;
  private readonly runningOf = new Map<string, number>();
  /** In the order in which people are next. */
  private readonly waitingOf = new Map<string, (() => void)[]>();

  constructor(readonly limits: Limits) {}

  get waitingCount(): number {
    return this.waiting;
  }

  /** Whether no one runs or waits. */
  get isIdle(): boolean {
    return this.running === 0 && this.waiting === 0;
  }

  /**
   * Takes a place at once; it must be left whatever happens.
   * @param person whose share is used: the id of a person, or what stands for one.
   * @throws DomainError UNAVAILABLE while too many tasks wait.
   */
  claim(person: string, signal?: AbortSignal): Place {
    const { waitingPerPerson, waiting, retryAfter, ownTasks } = this.limits;
    if ((this.waitingOf.get(person)?.length ?? 0) >= waitingPerPerson) {
      throw new DomainError('UNAVAILABLE', { retryAfter, message: ownTasks });
    }
    if (this.waiting >= waiting) throw new DomainError('UNAVAILABLE', { retryAfter });
    let begin: () => void = () => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      begin = resolve;
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
    // The person who waits for it is told; no one has to.
    turn.catch(() => undefined);
    let state: 'waiting' | 'running' | 'left' = 'waiting';
    const task = () => {
      state = 'running';
      begin();
    };
    this.waitingOf.set(person, [...(this.waitingOf.get(person) ?? []), task]);
    this.waiting += 1;
    this.next();
    const leave = () => {
      if (state === 'running') this.end(person);
      if (state === 'waiting') this.withdraw(person, task);
      state = 'left';
      this.next();
    };
    return { turn, leave };
  }

  /** @throws DomainError UNAVAILABLE while too many tasks wait. */
  async run<Result>(person: string, task: () => Promise<Result>): Promise<Result> {
    const place = this.claim(person);
    try {
      await place.turn;
      return await task();
    } finally {
      place.leave();
    }
  }

  private next(): void {
    while (this.running < this.limits.running) {
      const person = this.nextPerson();
      if (person === undefined) return;
      const [task, ...others] = this.waitingOf.get(person) ?? [];
      this.waitingOf.delete(person);
      // Behind everyone else who waits.
      if (others.length > 0) this.waitingOf.set(person, others);
      this.waiting -= 1;
      this.running += 1;
      this.runningOf.set(person, (this.runningOf.get(person) ?? 0) + 1);
      task?.();
    }
  }

  /** The person who has waited longest, among those with the fewest running tasks. */
  private nextPerson(): string | undefined {
    let [next, fewest]: [string | undefined, number] = [undefined, this.limits.runningPerPerson];
    for (const person of this.waitingOf.keys()) {
      const running = this.runningOf.get(person) ?? 0;
      if (running < fewest) [next, fewest] = [person, running];
    }
    return next;
  }

  private end(person: string): void {
    this.running -= 1;
    const others = (this.runningOf.get(person) ?? 0) - 1;
    if (others > 0) this.runningOf.set(person, others);
    else this.runningOf.delete(person);
  }

  private withdraw(person: string, task: () => void): void {
    const others = (this.waitingOf.get(person) ?? []).filter((each) => each !== task);
    // Keeps the person's position among the others.
    if (others.length > 0) this.waitingOf.set(person, others);
    else this.waitingOf.delete(person);
    this.waiting -= 1;
  }
}
