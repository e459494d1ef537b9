import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { part, storedFields } from '../../../platform/mongo/schema-parts';
import type { RosteredDay } from '../days/calendar';

/** What a planner wants: a shift type, a day off, or null for the weekly shift. */
export type DraftValue = Types.ObjectId | 'off' | null;

/** A published value. A shift keeps the times and the name that its type had when it was published. */
export type PublishedValue =
  | { value: 'off' }
  | { value: 'weekly' }
  | {
      value: 'shift';
      shiftTypeId: Types.ObjectId;
      name: string;
      code: string;
      start: string;
      end: string;
      breakMinutes: number;
    };

/** One day of a person in the roster of a laboratory. It stays when the draft is withdrawn, so that versions go on. */
export type RosterCellRow = Stored & {
  laboratoryId: Types.ObjectId;
  userId: Types.ObjectId;
  day: string;
  draft: DraftValue;
  /** Null until the day is published for the first time. */
  published: PublishedValue | null;
  updatedBy: string | null;
};

export const ROSTER_CELL_MODEL = 'RosterCell';

const id = { type: Schema.Types.ObjectId, required: true } as const;

export const rosterCellSchema = new Schema<RosterCellRow>(
  {
    laboratoryId: id,
    userId: id,
    day: { type: String, required: true },
    draft: { type: Schema.Types.Mixed, default: null },
    published: {
      type: new Schema(
        {
          value: { type: String, enum: ['off', 'weekly', 'shift'], required: true },
          shiftTypeId: Schema.Types.ObjectId,
          name: String,
          code: String,
          start: String,
          end: String,
          breakMinutes: Number,
        },
        part,
      ),
      default: null,
    },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'roster_cells', versionKey: false, minimize: false },
);
// A person has one cell on a day, in each laboratory that they belonged to.
rosterCellSchema.index({ userId: 1, day: 1, laboratoryId: 1 }, { unique: true });
rosterCellSchema.index({ laboratoryId: 1, day: 1 });

type Days = { from: string; to: string };
type Published = Pick<RosterCellRow, 'laboratoryId' | 'userId' | 'day' | 'published'>;

@Injectable()
export class RosterCellRepository extends ScopedRepository<RosterCellRow> {
  constructor(@InjectModel(ROSTER_CELL_MODEL) model: Model<RosterCellRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'userId' });
  }

  /** Of a laboratory, or of some of its people. */
  ofLaboratory(
    scope: LabScope,
    laboratoryId: ObjectId,
    { from, to }: Days,
    userIds?: readonly ObjectId[],
  ): Promise<RosterCellRow[]> {
    const people = userIds && { userId: { $in: userIds } };
    return this.findAll(scope, { laboratoryId, day: { $gte: from, $lte: to }, ...people });
  }

  /** The days of a person in a laboratory, from a day on, that have a draft or are published. */
  plannedFrom(laboratoryId: ObjectId, userId: ObjectId, day: string): Promise<RosterCellRow[]> {
    const isPlanned = { $or: [{ draft: { $ne: null } }, { published: { $ne: null } }] };
    return this.findAll(LabScope.everywhere(), { laboratoryId, userId, day: { $gte: day }, ...isPlanned });
  }

  /** What is published in laboratories, of everyone or of some people. */
  publishedIn(
    scope: LabScope,
    laboratoryIds: readonly ObjectId[],
    { from, to }: Days,
    userIds: readonly ObjectId[] | 'everyone',
  ): Promise<Published[]> {
    const filter = {
      laboratoryId: { $in: laboratoryIds },
      day: { $gte: from, $lte: to },
      ...(userIds !== 'everyone' && { userId: { $in: userIds } }),
      published: { $ne: null },
    };
    return this.findAll(scope, filter, { projection: { laboratoryId: 1, userId: 1, day: 1, published: 1 } });
  }

  /** The shifts of people that other laboratories have published. */
  publishedElsewhere(
    scope: LabScope,
    laboratoryId: ObjectId,
    { from, to }: Days,
    userIds: readonly ObjectId[],
  ): Promise<Published[]> {
    const filter = {
      userId: { $in: userIds },
      day: { $gte: from, $lte: to },
      laboratoryId: { $ne: laboratoryId },
      'published.value': 'shift',
    };
    return this.findAll(scope, filter, { projection: { laboratoryId: 1, userId: 1, day: 1, published: 1 } });
  }
}

/** The day as attendance follows it; null where the weekly shift applies. */
export function toRosteredDay(published: PublishedValue | null | undefined): RosteredDay | null {
  if (!published || published.value === 'weekly') return null;
  if (published.value === 'off') return 'off';
  const { name, code, start, end, breakMinutes } = published;
  return { name, code, start, end, breakMinutes };
}
