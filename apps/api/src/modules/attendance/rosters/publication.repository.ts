import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { storedFields } from '../../../platform/mongo/schema-parts';

export type PublicationRow = Stored & {
  laboratoryId: Types.ObjectId;
  /** 1 for the first of the laboratory. */
  number: number;
  from: string;
  to: string;
  changedDays: number;
  changedPeople: number;
  publishedBy: string | null;
  publishedAt: Date;
};

export const ROSTER_PUBLICATION_MODEL = 'RosterPublication';

export const publicationSchema = new Schema<PublicationRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    number: { type: Number, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    changedDays: { type: Number, required: true },
    changedPeople: { type: Number, required: true },
    publishedBy: { type: String, default: null },
    publishedAt: { type: Date, required: true },
    ...storedFields,
  },
  { collection: 'roster_publications', versionKey: false },
);
publicationSchema.index({ laboratoryId: 1, number: 1 }, { unique: true });

@Injectable()
export class PublicationRepository extends ScopedRepository<PublicationRow> {
  constructor(@InjectModel(ROSTER_PUBLICATION_MODEL) model: Model<PublicationRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  async lastNumber(laboratoryId: ObjectId): Promise<number> {
    const [last] = await this.find(LabScope.everywhere(), { laboratoryId }, { sort: { number: -1 }, limit: 1 });
    return last?.number ?? 0;
  }
}
