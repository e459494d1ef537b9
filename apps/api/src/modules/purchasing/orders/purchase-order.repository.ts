import {
  countedAsOrdered,
  type EnteredPacks,
  inventoryUnits,
  type InventoryUnit,
  MAX_ORDER_LINES,
  MAX_RECEIPTS_OF_ORDER,
  MAX_RETURNS_OF_ORDER,
  type OrderWay,
  orderWays,
  type PurchaseOrderListQuery,
  type PurchaseOrderStatus,
  purchaseOrderStatuses,
  type Role,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';
import { type Filter, type Projection, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { MAX_SEARCH_WORDS, searchWords } from '../../../platform/mongo/search-words';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { enteredPart, type ReceiptRow, receiptSchema, type ReturnRow, returnSchema } from './receipt.document';

type Person = { _id: Types.ObjectId; name: string };

export type OrderLineRow = {
  _id: Types.ObjectId;
  item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit };
  quantity: number;
  entered: EnteredPacks | null;
  pricePaise: number;
  expectedOn: string;
  accepted: number;
  short: number;
  damaged: number;
  refused: number;
  /** Of what was accepted; absent in orders of earlier versions. */
  returned?: number;
};

type SentRow = {
  way: OrderWay;
  /** With an address, the product emailed it; `messageId` is of that email. Absent before it could. */
  email?: string | null;
  messageId?: Types.ObjectId | null;
  /** Whether the mail host has accepted that email; absent in orders of earlier versions. */
  accepted?: boolean;
  by: Person;
  at: Date;
};

export type PurchaseOrderRow = Stored & {
  number: string;
  laboratoryId: Types.ObjectId;
  supplier: { _id: Types.ObjectId; code: string; name: string };
  lines: OrderLineRow[];
  notes: string | null;
  /** At most `MAX_AMOUNT_PAISE`. */
  totalPaise: number;
  status: PurchaseOrderStatus;
  /** What approvals are for: the content when it was last put to them. The lines may be less than this, never more. */
  basis: {
    supplierId: Types.ObjectId;
    lines: { itemId: Types.ObjectId; quantity: number; pricePaise: number }[];
    /** Absent in orders of earlier versions, whose approvals did not cover them. */
    notes?: string | null;
  };
  /** Whether the basis is worth more than the limit of the laboratory was when it was put to approval. */
  isAboveLimit: boolean;
  /** With a note, an approval counts only as the first of two. `content` is the digest of the basis. */
  approvals: { by: Person & { role: Role }; at: Date; note: string | null; content: string }[];
  rejection: { reason: string; by: Person; at: Date; content: string } | null;
  sent: SentRow[];
  ended: { reason: string | null; by: Person; at: Date } | null;
  receipts: ReceiptRow[];
  /** Absent in orders of earlier versions. */
  returns?: ReturnRow[];
  createdBy: Person;
  /** Who last changed what is approved. */
  editedBy: Person | null;
  updatedBy: string | null;
  /** The earliest expected day of what is outstanding; null unless the supplier has the order. */
  nextExpected: string | null;
  /** The expected day that the author was told is over. */
  overdueTold: string | null;
  /** The role that the next approval requires; null when none is pending. */
  nextApprover: 'anyone' | 'super_admin' | null;
  searchWords: string[];
};

export const PURCHASE_ORDER_MODEL = 'PurchaseOrder';

/** Two approvals suffice, apart from some that count only as the first of two. */
const MAX_APPROVALS = 50;
/** Each is a reminder to the supplier. */
export const MAX_SENT = 50;

const id = { type: Schema.Types.ObjectId, required: true } as const;
const required = { type: Number, required: true } as const;
const text = { type: String, default: null } as const;
const supplierPart = new Schema({ _id: id, code: String, name: String }, part);
const itemPart = new Schema(
  { _id: id, itemCode: String, name: String, unit: { type: String, enum: inventoryUnits } },
  part,
);
export const purchaseOrderSchema = new Schema<PurchaseOrderRow>(
  {
    number: { type: String, required: true },
    laboratoryId: id,
    supplier: { type: supplierPart, required: true },
    lines: {
      max: MAX_ORDER_LINES,
      type: [
        new Schema({
          item: itemPart,
          quantity: required,
          entered: { type: enteredPart, default: null },
          pricePaise: required,
          expectedOn: String,
          accepted: required,
          short: required,
          damaged: required,
          refused: required,
          returned: Number,
        }),
      ],
    },
    notes: text,
    totalPaise: required,
    status: { type: String, enum: purchaseOrderStatuses, required: true },
    basis: new Schema(
      {
        supplierId: id,
        lines: {
          max: MAX_ORDER_LINES,
          type: [new Schema({ itemId: id, quantity: Number, pricePaise: Number }, part)],
        },
        notes: String,
      },
      part,
    ),
    isAboveLimit: { type: Boolean, required: true },
    approvals: {
      max: MAX_APPROVALS,
      type: [
        new Schema(
          { by: new Schema({ _id: id, name: String, role: String }, part), at: Date, note: text, content: String },
          part,
        ),
      ],
    },
    rejection: {
      type: new Schema({ reason: String, by: personPart, at: Date, content: String }, part),
      default: null,
    },
    sent: {
      max: MAX_SENT,
      type: [
        new Schema(
          {
            way: { type: String, enum: orderWays },
            email: text,
            messageId: { type: Schema.Types.ObjectId, default: null },
            accepted: Boolean,
            by: personPart,
            at: Date,
          },
          part,
        ),
      ],
    },
    ended: { type: new Schema({ reason: text, by: personPart, at: Date }, part), default: null },
    receipts: { max: MAX_RECEIPTS_OF_ORDER, type: [receiptSchema] },
    returns: { max: MAX_RETURNS_OF_ORDER, type: [returnSchema] },
    createdBy: { type: personPart, required: true },
    editedBy: { type: personPart, default: null },
    updatedBy: text,
    nextExpected: text,
    overdueTold: text,
    nextApprover: text,
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    ...storedFields,
  },
  { collection: 'purchase_orders', versionKey: false, minimize: false },
);

purchaseOrderSchema.index({ number: 1 }, { unique: true });
purchaseOrderSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
purchaseOrderSchema.index({ createdAt: 1, _id: 1 });
purchaseOrderSchema.index({ status: 1, createdAt: 1, _id: 1 });
purchaseOrderSchema.index({ 'lines.item._id': 1, createdAt: 1, _id: 1 });
purchaseOrderSchema.index({ nextExpected: 1, laboratoryId: 1 });
purchaseOrderSchema.index({ searchWords: 1, createdAt: 1 });

const reviewedFields: Projection = {
  laboratoryId: 1,
  status: 1,
  createdAt: 1,
  nextExpected: 1,
  lines: 1,
  'sent.at': 1,
  'ended.at': 1,
  'receipts.day': 1,
  'receipts.lines.lineId': 1,
  'receipts.lines.batches.quantity': 1,
};

@Injectable()
export class PurchaseOrderRepository extends ScopedRepository<PurchaseOrderRow> {
  constructor(@InjectModel(PURCHASE_ORDER_MODEL) model: Model<PurchaseOrderRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  list(scope: LabScope, filter: Filter, { sort, page, limit }: Order & { page: number; limit: number }) {
    const order = sortOrder({ createdAt: ['createdAt'] }, sort);
    const projection = { receipts: 0, returns: 0 } as const;
    return this.page(scope, { filter, sort: order, page, limit, projection });
  }

  each(scope: LabScope, filter: Filter, sort: Order['sort']): AsyncIterable<PurchaseOrderRow> {
    return this.stream(scope, {
      filter,
      sort: sortOrder({ createdAt: ['createdAt'] }, sort),
      projection: { receipts: 0, returns: 0 },
    });
  }

  /**
   * The orders of a supplier, without what decisions need, in no order. Found by the search words, which contain its
   * code: no index is kept for this question alone.
   */
  ofSupplier(
    scope: LabScope,
    { _id, code }: { _id: ObjectId; code: string },
    { filter, limit }: { filter: Filter; limit: number },
  ): AsyncIterable<PurchaseOrderRow> {
    const [word] = searchWords(code);
    return this.stream(scope, {
      filter: { searchWords: word, 'supplier._id': _id, ...filter },
      sort: null,
      limit,
      projection: reviewedFields,
    });
  }

  /** What counts as ordered of any of the items. */
  countedOf(laboratoryId: ObjectId, itemIds: readonly ObjectId[]): Promise<PurchaseOrderRow[]> {
    const filter = { 'lines.item._id': { $in: itemIds }, status: { $in: countedAsOrdered } };
    return this.findAll(LabScope.ofLaboratory(laboratoryId.toHexString()), filter, {
      projection: { receipts: 0, returns: 0 },
    });
  }

  /** Drafts with any of the items. */
  draftsOf(laboratoryId: ObjectId, itemIds: readonly ObjectId[]): Promise<PurchaseOrderRow[]> {
    const filter = { 'lines.item._id': { $in: itemIds }, status: 'draft' };
    return this.findAll(LabScope.ofLaboratory(laboratoryId.toHexString()), filter, {
      projection: { lines: 1, number: 1 },
    });
  }

  /** Orders whose expected day is over and whose author was not told so. */
  async overdueUntold(scope: LabScope, today: string, limit: number): Promise<PurchaseOrderRow[]> {
    // The embedded database compares no two fields of a document.
    const filter = { nextExpected: { $gt: '', $lt: today } };
    const overdue = await this.findAll(scope, filter, { projection: { nextExpected: 1, overdueTold: 1 } });
    const untold = overdue.filter(({ nextExpected, overdueTold }) => overdueTold !== nextExpected);
    const ids = untold.slice(0, limit).map(({ _id }) => _id);
    return ids.length === 0 ? [] : this.find(scope, { _id: { $in: ids } }, { limit });
  }

  /**
   * Notes that the author is told. Not a new version, because no one changed the order: a receipt that someone is typing
   * stays valid. Returns false if the order is no longer what was read, or the author was told.
   */
  async noteOverdue({ _id, nextExpected, overdueTold }: PurchaseOrderRow): Promise<boolean> {
    return this.note({ _id, nextExpected, overdueTold }, { overdueTold: nextExpected });
  }

  /** Notes that the mail host accepted an email of the order, in the transaction under way. Not a new version either. */
  async noteAccepted(id: ObjectId, messageId: ObjectId): Promise<void> {
    const order = await this.findById(LabScope.everywhere(), id.toHexString());
    if (!order) return;
    const sent = order.sent.map((one) => (one.messageId?.equals(messageId) ? { ...one, accepted: true } : one));
    await this.note({ _id: id }, { sent });
  }

  private async note(filter: Filter, changes: Partial<PurchaseOrderRow>): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(filter, { $set: changes }).session(currentSession());
    return matchedCount === 1;
  }
}

type Order = Pick<PurchaseOrderListQuery, 'sort'>;
