import type {
  AuditEntity,
  ErrorCode,
  EventPermission,
  Permission,
  ServerEvent,
  ServerEventPayload,
} from '@shifa/contract';
import type { AuditedFields } from '../audit/audited-fields';
import type { Decider, Decisions, Judged } from '../decisions/decider';
import type { EventKind } from '../events/domain-events';
import type { Actor } from '../domain/actor';
import type { Refusal } from '../domain/policy';
import type { ObjectId } from '../domain/object-id';
import type { ScopedRepository, Stored } from '../mongo/scoped-repository';

export type VersionedRow = Stored & { updatedBy: string | null };
export type Change<Row> = { before: Row | null; after: Row };

/** One action on one or many documents; the actor is null where the system acts. */
export type EntityChanged<Row> = { actor: Actor | null; action: string; changes: readonly Change<Row>[] };

export type RecordsOptions<Row extends VersionedRow, Item, Event extends ServerEvent> = {
  /** In the audit log, and the prefix of each action that has no other: `laboratory.updated`. */
  entity: AuditEntity;
  shown: AuditedFields<Row, Item>;
  /** In the message of a version conflict, where it differs from `entity`. */
  noun?: string;
  repository: ScopedRepository<Row>;
  notFound: ErrorCode;
  /**
   * What people call a document in the activity of the dashboard and the audit log, and the fields that this needs.
   * Null where there is only one, of the network or of a laboratory.
   */
  named: { fields: readonly (keyof Row & string)[]; as: (row: Row) => string } | null;
  laboratoryOf: (row: Row) => ObjectId | null;
  /** People reach their own documents also in a laboratory that they no longer belong to. */
  ownEverywhere?: true;
  /** The document as the viewer can see it, with the actions open to them. */
  present: (viewer: Actor, row: Row) => Item | Promise<Item>;
  /** Raised within the transaction of every write. */
  changed: EventKind<EntityChanged<Row>>;
  /** Fields with a unique index, and the error of a second use. */
  unique?: Readonly<Record<string, ErrorCode>>;
  /** Fields computed from others, such as search words, or from what a write changes. */
  derive?: (row: Row, write: { before: Row; actor: Actor | null; at: Date }) => Partial<Row>;
  /** The fields that the audit log records in another form than they are stored. */
  audited?: (row: Row) => object;
  /** The decisions that the document holds; required of documents with a field for one. See `assertDecided`. */
  decisions?: Decisions<Row>;
  /** Every write adds a link to it. */
  ledger?: { append: (rows: readonly Row[]) => void };
  /** What open screens receive after the commit. */
  live?: {
    /** The person who holds it for the laboratory receives the event. */
    permission: EventPermission<Event>;
    event: (action: string, after: Row, before: Row | null) => Event;
    payload: (after: Row, actor: Actor | null) => ServerEventPayload<Event>;
    /** Receivers besides those, such as the person that the document is about. */
    rooms?: (after: Row) => string[];
  };
};

export type Write = {
  actor: Actor | null;
  action: string;
  at?: Date;
  decider?: Decider | undefined;
  /** What the audit row says of the write besides the fields that changed. */
  noted?: object | undefined;
};

export type ChangeOptions<Row> = {
  permission: Permission;
  /** What the history calls it: `updated` unless it says more. */
  action?: string;
  noted?: Write['noted'];
  /** Judged before the version, so that a document in its final state says so. Only reads: a write in it throws. */
  policy?: (before: Row) => Refusal | undefined | Promise<Refusal | undefined>;
  /** Judges a decision instead of the policy; the write is made in the capacity of the decider. */
  decision?: (before: Row) => Promise<Judged>;
  /** What else belongs to the transaction, before the event is raised. */
  also?: (before: Row, after: Row) => Promise<void>;
};
