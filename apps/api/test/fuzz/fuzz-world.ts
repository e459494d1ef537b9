import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { ErrorCode } from '@shifa/contract';
import { type Answer, answers } from '../../src/platform/http/answers';
import type { UserRow } from '../../src/modules/staff/user.document';
import { AccessWorld } from '../access/access-world';
import { Documents } from './documents';
import { type Caller, type FuzzRequest, type Plan, requestOf, verdictOf } from './request';
import { Writes } from './writes';

export type Received = { status: number; responseHeaders: IncomingHttpHeaders; bytes: Buffer };

/** A request with everything that came of it. */
export type Exchange = FuzzRequest &
  Received & {
    code: ErrorCode | undefined;
    /** What the API says that it answered; undefined where no route of the contract did. */
    answer: Answer | undefined;
    /** The collections that were written to meanwhile. */
    written: string[];
  };

type Sendable = Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>;

/** The demo network on a port, with a person of each role, a wall display, and what requests do to the database. */
export class FuzzWorld {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly tokens = new Map<Caller, string>();
  private lastAnswer: Answer | undefined;
  private readonly note = (answer: unknown) => (this.lastAnswer = answer as Answer);

  private constructor(
    readonly access: AccessWorld,
    readonly documents: Documents,
    private readonly writes: Writes,
    /** The person of swaps, until a request has ended their account. */
    private admin: UserRow | undefined,
  ) {
    subscribe(answers.name, this.note);
  }

  static async start(): Promise<FuzzWorld> {
    const access = await AccessWorld.start();
    // Only the two people of a swap answer it.
    const [admin, colleague] = [await access.person('lab_admin'), await access.person('staff')];
    await access.addSwaps(admin, colleague);
    await access.addSwaps(colleague, admin);
    const documents = await Documents.of(access.connection, access.homeLaboratory);
    return new FuzzWorld(access, documents, new Writes(access.connection), admin);
  }

  async close(): Promise<void> {
    unsubscribe(answers.name, this.note);
    this.agent.destroy();
    await this.access.close();
  }

  /** Sends the request of a plan. Where a session has ended meanwhile, or the file service is busy, it is sent again. */
  async carryOut(plan: Plan): Promise<Exchange> {
    const exchange = await this.send(requestOf(await this.withCurrentVersion(plan)));
    const isBusy = exchange.status === 503 && exchange.code === 'UNAVAILABLE';
    const isSignedIn =
      plan.route.policy.permission !== 'public' && verdictOf(plan.route, plan.caller) !== 'UNAUTHENTICATED';
    const hasLostSession = exchange.status === 401 && isSignedIn && plan.hostile?.headers?.authorization === undefined;
    if (!isBusy && !hasLostSession) return exchange;
    if (hasLostSession) this.tokens.delete(plan.caller);
    return this.send(requestOf(await this.withCurrentVersion(plan)));
  }

  async send(fuzzRequest: FuzzRequest): Promise<Exchange> {
    const token = await this.tokenOf(fuzzRequest.caller);
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.lastAnswer = undefined;
    const received = await this.receive({ ...fuzzRequest, headers: { ...authorization, ...fuzzRequest.headers } });
    const written = this.writes.takeOf(String(received.responseHeaders['x-request-id']));
    return { ...fuzzRequest, ...received, written, answer: this.lastAnswer, code: codeIn(received.bytes) };
  }

  /** The answer to a request, which is sent over a connection that stays open. */
  private receive({ method, path, headers, body }: Sendable): Promise<Received> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { method, headers: { ...headers, ...length }, agent: this.agent };
      const sent = request(`${this.access.app.url}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers: responseHeaders } = response;
          resolve({ status, responseHeaders, bytes: Buffer.concat(chunks) });
        });
      });
      sent.on('error', (error) => {
        // The server closes a connection after many requests, which can cross with the next one.
        if (sent.reusedSocket) resolve(this.receive({ method, path, headers, body }));
        else reject(error);
      });
      sent.end(body);
    });
  }

  private async withCurrentVersion(plan: Plan): Promise<Plan> {
    const { id } = plan.params;
    const { body, isCurrent } = plan;
    if (!isCurrent || typeof id !== 'string' || typeof body !== 'object' || body === null) return plan;
    const version = 'version' in body ? await this.documents.versionOf(id) : undefined;
    return version === undefined ? plan : { ...plan, body: { ...body, version } };
  }

  private async tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'anonymous') return undefined;
    if (caller === 'forged') return 'a.b.c';
    const token = this.tokens.get(caller) ?? (await this.newToken(caller));
    this.tokens.set(caller, token);
    return token;
  }

  private async newToken(caller: Exclude<Caller, 'anonymous' | 'forged'>): Promise<string> {
    if (caller !== 'display') {
      const person = caller === 'lab_admin' ? this.admin : undefined;
      if (person) this.admin = undefined;
      return this.access.tokenOf(person ?? (await this.access.person(caller)));
    }
    const admin = { token: await this.access.tokenOf(await this.access.person('lab_admin')) };
    const { http } = this.access.app;
    const made = await this.access.app
      .as(admin)
      .post('/api/attendance/displays')
      .send({ name: 'Entrance' })
      .expect(201);
    const { code } = (made.body as { data: { code: string } }).data;
    const token = randomBytes(32).toString('base64url');
    await http.post('/api/attendance/displays/pair').send({ code, token }).expect(200);
    return token;
  }
}

function codeIn(bytes: Buffer): ErrorCode | undefined {
  try {
    return (JSON.parse(bytes.toString('utf8')) as { code?: ErrorCode } | null)?.code;
  } catch {
    return undefined;
  }
}
