import { randomBytes } from 'node:crypto';
import type { ErrorCode, FieldError, Permission, PermissionOverrides, Role } from '@shifa/contract';
import { permissions } from '@shifa/contract';
import { JwtService } from '@nestjs/jwt';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { SESSION_IDLE_MS } from '../../modules/access/session-actor-resolver';
import { SessionRepository } from '../../modules/access/session.repository';
import type { UserRow } from '../../modules/staff/user.document';
import { RequestLimits } from '../../platform/http/request-limits';
import { DemoNetwork, demoId } from '../../platform/seed/demo-network';
import { TestApp } from '../test-app';
import type { NamedRoute } from './routes';

export type Call = { params?: Record<string, unknown>; query?: unknown; body?: unknown };
export type Reply = { status: number; code: ErrorCode | undefined; errors: FieldError[]; bytes: Buffer };

/** Something that the proof found to be other than it must be. */
export type Fault = { route: string; caller: string; found: string };

type SessionState = { expired?: boolean };

/**
 * The proof reads the whole database after every write: of each collection, each laboratory keeps no more than these.
 * They are the newest, so that what is asked of the present month finds some.
 */
const KEPT_OF_EACH = 40;

/** The demo network with some of every feature's documents, and people to call as. */
export class AccessWorld {
  private constructor(
    readonly app: TestApp,
    readonly connection: Connection,
  ) {}

  static async start(): Promise<AccessWorld> {
    const app = await TestApp.start();
    await app.services.get(DemoNetwork).seed();
    app.services.get(RequestLimits).lift();
    const connection = app.services.get<Connection>(getConnectionToken());
    await thinOut(connection);
    return new AccessWorld(app, connection);
  }

  /** Where most people of the proof work, and where the stranger does. */
  readonly home = demoId('laboratory KOL');
  readonly abroad = demoId('laboratory DXB');

  person(
    role: Role,
    permissionOverrides: PermissionOverrides = {},
    overrides: Partial<UserRow> = {},
  ): Promise<UserRow> {
    const laboratoryId = role === 'super_admin' ? null : this.home;
    return this.app.user(role, { laboratoryId, permissionOverrides, ...overrides });
  }

  /** A lab admin of the other laboratory who holds everything that can be held there. */
  stranger(): Promise<UserRow> {
    const all = Object.fromEntries(permissions.map((permission) => [permission, true])) as Record<Permission, true>;
    return this.person('lab_admin', all, { laboratoryId: this.abroad });
  }

  /** A session of its own, so that one call may end it; without a password, for hashing takes longer than the rest. */
  async tokenOf({ _id }: Pick<UserRow, '_id'>, { expired = false }: SessionState = {}): Promise<string> {
    const now = Date.now();
    const session = {
      _id: new Types.ObjectId(),
      userId: _id,
      device: 'Test',
      ipAddress: '127.0.0.1',
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
      // MongoDB removes what has expired once a minute at most; until then it stands there.
      expiresAt: new Date(expired ? now - 1_000 : now + SESSION_IDLE_MS),
    };
    await this.app.services.get(SessionRepository).insert(session);
    return this.app.services.get(JwtService, { strict: false }).sign({ sid: session._id.toHexString() });
  }

  async call({ route }: NamedRoute, token: string | undefined, { params = {}, query, body }: Call): Promise<Reply> {
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(pairsOf(query)).toString();
    const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
    const isUpload = 'contentType' in route && route.contentType === 'multipart/form-data';
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(`${this.app.url}${path}${search && `?${search}`}`, {
      method: route.method,
      headers,
      body: isUpload ? formWithFile() : body === undefined ? null : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const failure = (response.ok ? {} : parsed(bytes)) as { code?: ErrorCode; errors?: FieldError[] };
    return { status: response.status, code: failure.code, errors: failure.errors ?? [], bytes };
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

async function thinOut(connection: Connection): Promise<void> {
  for (const { name } of await connection.listCollections()) {
    if (name.startsWith('system.') || name === 'users') continue;
    const collection = connection.collection(name);
    const documents = await collection.find({}, { projection: { laboratoryId: 1 } }).toArray();
    const kept = new Map<string, number>();
    const surplus = documents.reverse().filter(({ laboratoryId }) => {
      if (!(laboratoryId instanceof Types.ObjectId)) return false;
      const before = kept.get(laboratoryId.toHexString()) ?? 0;
      kept.set(laboratoryId.toHexString(), before + 1);
      return before >= KEPT_OF_EACH;
    });
    await collection.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  }
}

/** An id that no document has. */
export function nobodysId(): string {
  return randomBytes(12).toString('hex');
}

/** The least that a route for files takes for one. */
function formWithFile(): FormData {
  const form = new FormData();
  form.append('file', new File(['%PDF-1.4\n%%EOF'], 'sample.pdf'));
  return form;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return {};
  }
}

/** A list is named once for each of its values. */
function pairsOf(query: unknown): [string, string][] {
  return Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
}
