import { type Role, roles } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { NetworkDocument } from '../../../platform/mongo/network-document';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { storedFields } from '../../../platform/mongo/schema-parts';

export type SecondFactorPolicyRow = Stored & {
  requiredRoles: Role[];
  graceDays: number;
  /** Since when each of the roles is required without interruption. */
  since: Partial<Record<Role, Date>>;
  updatedBy: string | null;
};

export const SECOND_FACTOR_POLICY_MODEL = 'SecondFactorPolicy';
export const SECOND_FACTOR_POLICIES = 'second_factor_policies';

export const secondFactorPolicySchema = new Schema<SecondFactorPolicyRow>(
  {
    requiredRoles: { type: [String], enum: roles, max: roles.length },
    graceDays: { type: Number, required: true },
    since: { type: Schema.Types.Mixed, required: true },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: SECOND_FACTOR_POLICIES, versionKey: false, minimize: false },
);

@Injectable()
export class SecondFactorPolicyRepository extends NetworkDocument<SecondFactorPolicyRow> {
  constructor(@InjectModel(SECOND_FACTOR_POLICY_MODEL) model: Model<SecondFactorPolicyRow>) {
    super(model);
  }
}
