import { monthClosingStatuses, type MonthFigure, type Role, roles } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';

type Person = { _id: Types.ObjectId; name: string };

/** A person's month as it was closed. Figures that are 0 are left out. */
export type ClosedLine = {
  userId: Types.ObjectId;
  name: string;
  employeeCode: string;
  role: Role;
  department: string | null;
  figures: Partial<Record<MonthFigure, number>>;
};

/** One closing of a laboratory's month. It is never changed but once, when the month is reopened. */
export type MonthClosingRow = Stored & {
  laboratoryId: Types.ObjectId;
  /** `YYYY-MM` */
  month: string;
  number: number;
  status: (typeof monthClosingStatuses)[number];
  lines: ClosedLine[];
  /** The number of lines, for those who read the closing without them. */
  people: number;
  closedBy: Person;
  closedAt: Date;
  reopenedBy: Person | null;
  reopenedAt: Date | null;
  reopenReason: string | null;
  updatedBy: string | null;
};
export type ClosingWithoutLines = Omit<MonthClosingRow, 'lines'>;

export const MONTH_CLOSING_MODEL = 'MonthClosing';

/** More people than a laboratory has; with their figures they fit into one document. */
const MAX_CLOSED_LINES = 10_000;

const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;

export const monthClosingSchema = new Schema<MonthClosingRow>(
  {
    laboratoryId: id,
    month: text,
    number: { type: Number, required: true },
    status: { ...text, enum: monthClosingStatuses },
    lines: {
      type: [
        new Schema(
          {
            userId: id,
            name: text,
            employeeCode: text,
            role: { ...text, enum: roles },
            department: { type: String, default: null },
            figures: { type: Schema.Types.Mixed, required: true },
          },
          part,
        ),
      ],
      max: MAX_CLOSED_LINES,
    },
    people: { type: Number, required: true },
    closedBy: { type: personPart, required: true },
    closedAt: { type: Date, required: true },
    reopenedBy: { type: personPart, default: null },
    reopenedAt: { type: Date, default: null },
    reopenReason: { type: String, default: null },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'month_closings', versionKey: false, minimize: false },
);
monthClosingSchema.index({ laboratoryId: 1, month: 1, number: 1 }, { unique: true });

const withoutLines = { lines: 0 } as const;

@Injectable()
export class MonthClosingRepository extends ScopedRepository<MonthClosingRow> {
  constructor(@InjectModel(MONTH_CLOSING_MODEL) model: Model<MonthClosingRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** The latest closings of a month, the last one first. */
  latest(laboratoryId: ObjectId, month: string, limit: number): Promise<ClosingWithoutLines[]> {
    const sort = { number: -1 } as const;
    return this.find(LabScope.everywhere(), { laboratoryId, month }, { sort, limit, projection: withoutLines });
  }

  /** The closing that applies to a month, with its lines. */
  closed(laboratoryId: ObjectId, month: string): Promise<MonthClosingRow | null> {
    return this.findOne(LabScope.everywhere(), { laboratoryId, month, status: 'closed' });
  }

  /** In how many of the laboratories a month is closed. */
  countClosed(laboratoryIds: readonly ObjectId[], month: string): Promise<number> {
    return this.count(LabScope.everywhere(), { laboratoryId: { $in: laboratoryIds }, month, status: 'closed' });
  }

  /** The closed ones of some months of laboratories. */
  closedMonths(
    laboratoryIds: readonly ObjectId[],
    [from, to]: readonly [string, string],
  ): Promise<Pick<MonthClosingRow, 'laboratoryId' | 'month'>[]> {
    const filter = { laboratoryId: { $in: laboratoryIds }, month: { $gte: from, $lte: to }, status: 'closed' };
    return this.findAll(LabScope.everywhere(), filter, { projection: { laboratoryId: 1, month: 1 } });
  }
}
