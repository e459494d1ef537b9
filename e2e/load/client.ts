import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import type { Person } from './population.js';

/** How long a persistent client waits before it sends a request again. */
const PAUSE_MS = 100;
const IDLE_MS = 2_000;

/** A request as the report names it, such as “an entry”. */
export type Request = { what: string; path: string; method?: 'GET' | 'POST' | 'PUT'; body?: object };

type Options = {
  /** Sends a request again, with the same key, until a server has answered it. */
  isPersistent?: boolean;
};

type Answer = { status: number; text: string };

/** Sends requests for people, and remembers how long they took and what failed. */
export class Client {
  /** Milliseconds until the whole response was there, by what was asked. */
  readonly times = new Map<string, number[]>();
  readonly failures = new Map<string, number>();
  /** What names each acknowledged change: the description of an entry, or the reason of a movement. */
  readonly acknowledged: string[] = [];
  /** How often a request was sent again. */
  repeated = 0;
  private readonly agents = new Map<string, Agent>();

  constructor(
    private readonly url: string,
    private readonly options: Options = {},
  ) {}

  get sent(): number {
    return [...this.times.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * @param name what identifies the change in the database.
   * @returns the `data` of the response; undefined where the request failed or the response is a file.
   */
  async send<Data>(person: Person, asked: Request, name?: string): Promise<Data | undefined> {
    const key = randomUUID();
    const started = performance.now();
    for (;;) {
      const answer = await this.attempt(person, asked, key);
      if (this.options.isPersistent === true && answer.status >= 500) {
        this.repeated += 1;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        continue;
      }
      this.took(asked.what, performance.now() - started);
      if (answer.status >= 300) {
        this.fail(`${asked.what}: ${answer.status} ${answer.text.slice(0, 160)}`);
        return undefined;
      }
      if (name !== undefined) this.acknowledged.push(name);
      return answer.text.startsWith('{') ? (JSON.parse(answer.text) as { data: Data }).data : undefined;
    }
  }

  /** No response counts as one of the status 599. */
  private attempt(person: Person, { path, method = 'GET', body }: Request, key: string): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${person.token}` };
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': key });
    return new Promise((resolve) => {
      const fail = (error: Error) => resolve({ status: 599, text: error.message });
      const sent = request(`${this.url}/api${path}`, { method, headers, agent: this.agentOf(person) }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 599, text: body }), fail);
      });
      sent.once('error', fail);
      sent.end(body && JSON.stringify(body));
    });
  }

  /** The people of a laboratory share its address, which is that of a router. */
  private agentOf({ address }: Person): Agent {
    const known = this.agents.get(address);
    if (known) return known;
    // A connection that is idle for longer may be one that the server is closing.
    const agent = new Agent({ keepAlive: true, localAddress: address, timeout: IDLE_MS });
    this.agents.set(address, agent);
    return agent;
  }

  private took(what: string, ms: number): void {
    const times = this.times.get(what) ?? [];
    if (times.push(ms) === 1) this.times.set(what, times);
  }

  private fail(text: string): void {
    this.failures.set(text, (this.failures.get(text) ?? 0) + 1);
  }
}
