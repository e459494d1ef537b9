import { MAX_LINKED_ITEMS, MAX_LINKED_TEXTS, type Page, supplierLinkStatuses } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';
import type { LinkedItem } from '../../inventory/item-suppliers.port';

/** One acceptance of texts as the name of a supplier, with what the items had before. */
export type SupplierLinkRow = Stored & {
  laboratoryId: Types.ObjectId;
  supplierId: Types.ObjectId;
  supplierName: string;
  createdSupplier: boolean;
  texts: string[];
  items: LinkedItem[];
  status: (typeof supplierLinkStatuses)[number];
  /** The items that an undo left alone. */
  kept: number;
  linkedBy: { _id: Types.ObjectId; name: string };
  updatedBy: string | null;
};

export const SUPPLIER_LINK_MODEL = 'SupplierLink';

const id = { type: Schema.Types.ObjectId, required: true } as const;

export const supplierLinkSchema = new Schema<SupplierLinkRow>(
  {
    laboratoryId: id,
    supplierId: id,
    supplierName: { type: String, required: true },
    createdSupplier: { type: Boolean, required: true },
    texts: { type: [String], max: MAX_LINKED_TEXTS },
    items: {
      max: MAX_LINKED_ITEMS,
      type: [new Schema({ _id: id, before: { type: Schema.Types.ObjectId, default: null } }, part)],
    },
    status: { type: String, enum: supplierLinkStatuses, required: true },
    kept: { type: Number, required: true },
    linkedBy: { type: personPart, required: true },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'supplier_links', versionKey: false, minimize: false },
);

supplierLinkSchema.index({ supplierId: 1, createdAt: 1, _id: 1 });

@Injectable()
export class SupplierLinkRepository extends ScopedRepository<SupplierLinkRow> {
  constructor(@InjectModel(SUPPLIER_LINK_MODEL) model: Model<SupplierLinkRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  ofSupplier(
    scope: LabScope,
    supplierId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<Page<SupplierLinkRow>> {
    return this.page(scope, { filter: { supplierId: objectId(supplierId) }, sort: { createdAt: -1 }, page, limit });
  }
}
