import {
  type HomeLaboratory,
  HomeLaboratorySchema,
  type Laboratory,
  type LaboratoryEvent,
  type LaboratoryListItem,
  LaboratoryListItemSchema,
  type LaboratoryOption,
  LaboratoryOptionSchema,
  LaboratorySchema,
  serverEvents,
} from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { actionsFor } from '../../platform/domain/policy';
import { declaredFields, eventFields } from '../../platform/records/declared-fields';
import { searchWords } from '../../platform/mongo/search-words';
import type { LaboratoryRow } from './laboratory.document';
import { laboratoryPolicy, laboratoryUses } from './laboratory.policy';

/** A row of the list. The list query reads only these fields. */
export function toListItem(row: LaboratoryRow, viewer: Actor): LaboratoryListItem {
  return {
    ...declaredFields(LaboratoryListItemSchema, row),
    // Spreading both would take longer than judging all of the actions.
    actions: Object.assign(actionsFor(laboratoryPolicy, viewer, row, undefined), laboratoryUses(row)),
  };
}

export function toOption(row: LaboratoryRow): LaboratoryOption {
  return { ...declaredFields(LaboratoryOptionSchema, row), actions: laboratoryUses(row) };
}

/** What a laboratory is recognised by where it is mentioned. */
export function toLaboratoryName({ _id, name, code }: Pick<LaboratoryRow, '_id' | 'name' | 'code'>) {
  return { _id: _id.toHexString(), name, code };
}

/** As `toLaboratoryName`, with the zone of its days and times. */
export function toZonedLaboratory(row: Pick<LaboratoryRow, '_id' | 'name' | 'code' | 'timezone'>) {
  return { ...toLaboratoryName(row), timezone: row.timezone };
}

export function toHomeLaboratory(row: LaboratoryRow): HomeLaboratory {
  return { ...declaredFields(HomeLaboratorySchema, row), actions: laboratoryUses(row) };
}

export function toLaboratory(row: LaboratoryRow, viewer: Actor, codeFrozen: boolean): Laboratory {
  return { ...toListItem(row, viewer), ...declaredFields(LaboratorySchema, row), codeFrozen };
}

export function toLaboratoryEvent(row: LaboratoryRow, actor: Actor | null): LaboratoryEvent {
  return eventFields(serverEvents['laboratory:updated'], row, actor);
}

/** Fields that are derived from others, so that lists can use an index for sorting and searching. */
export function derivedFields({ name, code, location }: Pick<LaboratoryRow, 'name' | 'code' | 'location'>) {
  return { sortName: name.toLowerCase(), searchWords: searchWords(name, code, location.city) };
}
