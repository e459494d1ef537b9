import { type Permission, permissions } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { currentSession, writeLater } from '../../platform/mongo/unit-of-work';

/** An urgent notification, by its id, and when it goes to someone else if it is still unread. */
export type EscalationRow = {
  _id: Types.ObjectId;
  dueAt: Date;
  /** What its recipient needs to act on it; null where it only informs. */
  permission: Permission | null;
};

export const ESCALATION_MODEL = 'Escalation';

export const escalationSchema = new Schema<EscalationRow>(
  {
    _id: Schema.Types.ObjectId,
    dueAt: { type: Date, required: true },
    permission: { type: String, enum: [...permissions, null], default: null },
  },
  { collection: 'escalations', versionKey: false },
);
escalationSchema.index({ dueAt: 1 });

/** In one run; the next one follows within minutes. */
const MOST = 200;

/** What is to be looked at again, which only the system reads. */
@Injectable()
export class EscalationRepository {
  constructor(@InjectModel(ESCALATION_MODEL) private readonly model: Model<EscalationRow>) {}

  async add(rows: readonly EscalationRow[]): Promise<void> {
    await writeLater(
      this.model,
      rows.map((row) => ({ insertOne: row })),
    );
  }

  async due(now: Date): Promise<EscalationRow[]> {
    return this.model
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(MOST)
      .lean<EscalationRow[]>();
  }

  /** Returns false if another process was first. */
  async take({ _id }: EscalationRow): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id }).session(currentSession());
    return deletedCount > 0;
  }
}
