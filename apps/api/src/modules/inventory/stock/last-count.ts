import type { Actor } from '../../../platform/http/actor';
import { objectId } from '../../../platform/mongo/object-id';
import { businessDay } from '../../../platform/time/business-day';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ItemRow, LastCount } from '../items/item.document';

/** What an item's last count becomes when it is counted; nothing if a later count, or the same one, is recorded. */
export function lastCountAfter(
  { userId, name }: Actor,
  { item, laboratory }: { item: ItemRow; laboratory: Pick<LaboratoryRow, 'timezone'> },
  at: Date,
): LastCount | undefined {
  if (item.lastCount && item.lastCount.at >= at) return undefined;
  return { at, day: businessDay(at, laboratory.timezone), by: { _id: objectId(userId), name } };
}
