import { randomBytes } from 'node:crypto';
import type { ErrorCode, FieldError, Permission, PermissionOverrides, Role } from '@shifa/contract';
import { CONFIRMATION_MINUTES, permissions, purchaseOrderStatuses, supplierStatuses } from '@shifa/contract';
import { JwtService } from '@nestjs/jwt';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { SESSION_IDLE_MS } from '../../src/modules/access/session-actor-resolver';
import { SessionRepository } from '../../src/modules/access/session.repository';
import type { UserRow } from '../../src/modules/staff/user.document';
import { waitingWriteOff } from '../inventory/waiting-write-off';
import { NETWORK_DOCUMENT_ID } from '../../src/platform/mongo/network-document';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { startSmallDemoNetwork } from '../demo-network';
import { demoId } from '../../demo/demo-values';
import { TestApp } from '../test-app';
import type { NamedRoute } from './routes';
import { dayAhead } from '../today';

export type Call = { params?: Record<string, unknown>; query?: unknown; body?: unknown };
export type Reply = { status: number; code: ErrorCode | undefined; errors: FieldError[]; bytes: Buffer };

/** A deviation from the access rules. */
export type Violation = { route: string; caller: string; problem: string };

type SessionState = { expired?: boolean; unconfirmed?: boolean };

/** The demo network with some documents of every feature, and with people as whom the checks send requests. */
export class AccessWorld {
  private constructor(
    readonly app: TestApp,
    readonly connection: Connection,
  ) {}

  static async start(): Promise<AccessWorld> {
    const app = await startSmallDemoNetwork();
    app.services.get(RequestLimits).lift();
    const connection = app.services.get<Connection>(getConnectionToken());
    const world = new AccessWorld(app, connection);
    await world.addWhatTheDemoLacks();
    return world;
  }

  /** A wall display, a waiting write-off, shift types and closed months in both laboratories. */
  private async addWhatTheDemoLacks(): Promise<void> {
    for (const laboratory of [this.homeLaboratory, this.otherLaboratory]) {
      const laboratoryId = laboratory.toHexString();
      const signedIn = async (role: Role) => ({
        token: await this.tokenOf(await this.person(role, {}, { laboratoryId: laboratory })),
      });
      const [admin, requester] = [await signedIn('lab_admin'), await signedIn('manager')];
      await waitingWriteOff(this.app, { laboratoryId, admin, requester });
      const now = new Date();
      await this.connection.collection('shift_types').insertMany(
        (['active', 'archived'] as const).map((status, index) => ({
          ...{ laboratoryId: laboratory, name: `Shift ${laboratoryId}`, code: `Z${index === 0 ? 'A' : 'B'}`, status },
          ...{ colour: 'teal', start: '06:00', end: '14:00', breakMinutes: 30, department: null, skills: [] },
          ...{ minimumStaff: [0, 0, 0, 0, 0, 0, 0], used: false, updatedBy: null },
          ...{ version: 1, createdAt: now, updatedAt: now },
        })),
      );
      await this.connection.collection('month_closings').insertMany(
        (['closed', 'reopened'] as const).map((status, index) => ({
          ...{ laboratoryId: laboratory, month: `2025-0${index + 1}`, number: 1, status, lines: [], people: 0 },
          ...{ closedBy: { _id: laboratory, name: 'Somebody' }, closedAt: now },
          ...(status === 'closed'
            ? { reopenedBy: null, reopenedAt: null, reopenReason: null }
            : {
                reopenedBy: { _id: laboratory, name: 'Somebody' },
                reopenedAt: now,
                reopenReason: 'A day was missing',
              }),
          ...{ updatedBy: null, version: 1, createdAt: now, updatedAt: now },
        })),
      );
      await this.addSuppliers(laboratory);
      await this.addOrders(laboratory);
      await this.addBill(laboratory, admin);
      const inLaboratory = { laboratoryId: laboratory };
      await this.addSwaps(await this.person('staff', {}, inLaboratory), await this.person('staff', {}, inLaboratory));
      await this.connection.collection('attendance_displays').insertOne({
        ...{ laboratoryId: laboratory, name: `Reception ${laboratoryId}`, device: 'Tablet' },
        ...{ createdBy: { _id: laboratory, name: 'Somebody' }, tokenHash: randomBytes(32).toString('hex') },
        ...{ codeHash: null, pairedAt: now, lastSeenAt: now, removedAt: null, expiresAt: null },
        ...{ version: 1, createdAt: now, updatedAt: now },
      });
    }
  }

  /** A supplier of its own in each status, and names on items that were linked to one of them. */
  private async addSuppliers(laboratory: Types.ObjectId): Promise<void> {
    const [now, id] = [new Date(), laboratory.toHexString()];
    const stored = { updatedBy: null, version: 1, createdAt: now, updatedAt: now };
    const supplierIds = supplierStatuses.map(() => new Types.ObjectId());
    await this.connection.collection('suppliers').insertMany(
      supplierStatuses.map((status, index) => ({
        ...{ _id: supplierIds[index], name: `Supplier ${index} of ${id}`, code: `S${index}-${id}`, status },
        ...{ statusReason: 'Late', gstin: null, pan: null, stateCode: null, contacts: [], address: null },
        ...{ leadTimeDays: 7, paymentDays: 30, nextReviewOn: null, notes: null, usedByAll: false },
        ...{ uses: [{ laboratoryId: laboratory, leadTimeDays: null }], laboratoryIds: [laboratory] },
        ...{ nameKey: `supplier ${index} ${id}`, sortName: `supplier ${index} ${id}`, searchWords: [], ...stored },
      })),
    );
    await this.connection.collection('supplier_links').insertMany(
      (['linked', 'undone'] as const).map((status) => ({
        ...{ laboratoryId: laboratory, supplierId: supplierIds[0], supplierName: `Supplier 0 of ${id}`, status },
        ...{ createdSupplier: false, texts: [`Text of ${id}`], items: [], kept: 0 },
        ...{ linkedBy: { _id: laboratory, name: 'Somebody' }, ...stored },
      })),
    );
  }

  /** An order in each status, of an item of the laboratory. */
  private async addOrders(laboratory: Types.ObjectId): Promise<void> {
    const [now, id] = [new Date(), laboratory.toHexString()];
    const items = this.connection.collection('inventory_items');
    const item = await items.findOne({ laboratoryId: laboratory, status: 'active' });
    const supplier = await this.connection
      .collection('suppliers')
      .findOne({ laboratoryIds: laboratory, status: 'approved' });
    if (!item || !supplier) throw new Error('The demo has no items');
    const by = { _id: new Types.ObjectId(), name: 'Somebody' };
    const { _id, itemCode, name, unit } = item as unknown as { _id: Types.ObjectId } & Record<string, string>;
    const rows = purchaseOrderStatuses.map((status, index) => ({
      ...{ number: `PO-${id}-2026-27-${String(index).padStart(6, '0')}`, laboratoryId: laboratory, status },
      supplier: { _id: supplier._id, code: String(supplier['code']), name: String(supplier['name']) },
      lines: [
        {
          ...{ _id: new Types.ObjectId(), item: { _id, itemCode, name, unit }, quantity: 10, entered: null },
          ...{ pricePaise: 100, expectedOn: '2099-12-31', short: 0, damaged: 0, refused: 0 },
          accepted: status === 'received' || status === 'closed' ? 10 : 0,
        },
      ],
      basis: { supplierId: supplier._id, lines: [{ itemId: _id, quantity: 10, pricePaise: 100 }] },
      ...{ notes: null, totalPaise: 1000, isAboveLimit: false, approvals: [], rejection: null, sent: [], ended: null },
      ...{ receipts: [], createdBy: by, editedBy: null, updatedBy: by.name, nextExpected: null, overdueTold: null },
      ...{ nextApprover: status === 'pending_approval' ? 'anyone' : null, searchWords: [] },
      ...{ version: 1, createdAt: now, updatedAt: now },
    }));
    await this.connection.collection('purchase_orders').insertMany(rows);
  }

  /** The bill of a received order, and its entry. */
  private async addBill(laboratory: Types.ObjectId, admin: { token: string }): Promise<void> {
    const filter = { laboratoryId: laboratory, status: 'received' };
    const order = await this.connection.collection('purchase_orders').findOne(filter);
    const [line] = (order?.['lines'] ?? []) as { _id: Types.ObjectId }[];
    if (!order || !line) throw new Error('No order was received');
    const lines = [{ lineId: line._id.toHexString(), quantity: 10, pricePaise: 100, gstRate: 18 }];
    await this.app
      .as(admin)
      .post(`/api/purchase-orders/${order._id.toHexString()}/bills`)
      .send({ number: `Bill of ${laboratory.toHexString()}`, date: '2026-01-05', lines })
      .expect(201);
  }

  /** Swaps of one person's shift, which the other one was asked to take, and an open shift, all a month ahead. */
  async addSwaps(owner: UserRow, asked: UserRow): Promise<void> {
    const { laboratoryId } = owner;
    const now = new Date();
    const startsAt = new Date(now.getTime() + 30 * 86_400_000);
    const day = dayAhead(30, now);
    const stored = { laboratoryId, startsAt, updatedBy: null, version: 1, createdAt: now, updatedAt: now };
    const shiftTypeId = new Types.ObjectId();
    const times = { name: 'Night', code: 'N', start: '22:00', end: '06:00', breakMinutes: 30 };
    const shift = { day, shiftTypeId, ...times, startsAt };
    await this.connection.collection('roster_swaps').insertMany(
      (['offered', 'accepted'] as const).map((status) => ({
        ...stored,
        ...{ userId: owner._id, personName: owner.name, shift, inExchange: null, status, note: null },
        asked: [{ _id: asked._id, name: asked.name, declined: false }],
        takenBy: status === 'accepted' ? { _id: asked._id, name: asked.name } : null,
        ...{ endedBecause: null, decidedBy: null, decidedAt: null, decisionReason: null, decidedContent: null },
      })),
    );
    const open = { shiftTypeId, shift, places: 1, takenBy: [], status: 'open', offeredBy: null };
    await this.connection.collection('open_shifts').insertOne({ ...stored, ...open });
  }

  /** The laboratory of most people in the checks, and the one of the outsider. */
  readonly homeLaboratory = demoId('laboratory KOL');
  readonly otherLaboratory = demoId('laboratory DXB');

  person(
    role: Role,
    permissionOverrides: PermissionOverrides = {},
    overrides: Partial<UserRow> = {},
  ): Promise<UserRow> {
    const laboratoryId = role === 'super_admin' ? null : this.homeLaboratory;
    return this.app.user(role, { laboratoryId, permissionOverrides, ...overrides });
  }

  /** A lab admin of the other laboratory with every permission that can be granted there. */
  outsider(): Promise<UserRow> {
    const all = Object.fromEntries(permissions.map((permission) => [permission, true])) as Record<Permission, true>;
    return this.person('lab_admin', all, { laboratoryId: this.otherLaboratory });
  }

  /**
   * A super admin whose time to add a second factor is over. To everyone who has only just joined, the same rule leaves
   * time.
   */
  async withoutRequiredFactor(): Promise<UserRow> {
    const [now, days] = [new Date(), 60];
    const before = new Date(now.getTime() - days * 86_400_000);
    await this.connection.collection('second_factor_policies').insertOne({
      _id: new Types.ObjectId(NETWORK_DOCUMENT_ID),
      ...{ requiredRoles: ['super_admin'], graceDays: days, since: { super_admin: before } },
      // So that the version of a sample is not this one.
      ...{ updatedBy: null, version: 1_000, createdAt: before, updatedAt: before },
    });
    return this.person('super_admin', {}, { createdAt: before });
  }

  /** Creates a separate session, which a request may end. There is no password, because hashing is slow. */
  async tokenOf(
    { _id }: Pick<UserRow, '_id'>,
    { expired = false, unconfirmed = false }: SessionState = {},
  ): Promise<string> {
    const now = Date.now();
    const session = {
      _id: new Types.ObjectId(),
      userId: _id,
      device: 'Test',
      ipAddress: '127.0.0.1',
      createdAt: new Date(unconfirmed ? now - CONFIRMATION_MINUTES * 60_000 : now),
      lastSeenAt: new Date(now),
      // MongoDB removes expired documents at most once a minute, so an expired session can still be in the database.
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

/** An id that no document has. */
export function unknownId(): string {
  return randomBytes(12).toString('hex');
}

/** The smallest file that an upload route accepts. */
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

/** Query parameters as pairs. A list becomes one pair for each of its values. */
function pairsOf(query: unknown): [string, string][] {
  return Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
}
