import type { Preferences, Role } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { ScopedRepository } from '../../platform/mongo/scoped-repository';
import { currentSession } from '../../platform/mongo/transactions';
import { USER_MODEL, type UserRow } from './user.document';

@Injectable()
export class UserRepository extends ScopedRepository<UserRow> {
  constructor(@InjectModel(USER_MODEL) model: Model<UserRow>) {
    super(model, { laboratory: 'laboratoryId', person: '_id' });
  }

  /** Active people of the scope, counted by role. */
  async countActiveByRole(scope: LabScope): Promise<Partial<Record<Role, number>>> {
    const groups = await this.aggregate<{ _id: Role; count: number }>(scope, [
      { $match: { status: 'active' } },
      { $group: { _id: '$role', count: { $sum: 1 } } },
    ]);
    return Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
  }

  /** Not a change of the person: version and history stay as they are. */
  async recordLogin(id: string, at: Date): Promise<void> {
    await this.model.updateOne({ _id: new Types.ObjectId(id) }, { $set: { lastLogin: at } }).session(currentSession());
  }

  /** As {@link recordLogin}. */
  async savePreferences(id: string, preferences: Preferences): Promise<void> {
    await this.model.updateOne({ _id: new Types.ObjectId(id) }, { $set: { preferences } }).session(currentSession());
  }
}
