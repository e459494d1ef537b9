import { PurchasingPolicySchema } from '@shifa/contract';
import { provideMigrations } from '../../platform/mongo/migrations';
import { addPolicies } from '../laboratories/laboratories.port';

/** For laboratories stored before purchasing had rules. */
const addPurchasingPolicies = addPolicies('2026-11-27-add-purchasing-policies', {
  purchasing: PurchasingPolicySchema.parse({}),
});

export const orderMigrations = provideMigrations(addPurchasingPolicies);
