import type { PartySuggestion, TransactionType } from '@shifa/contract';
import { latestOf } from './party-uses';
import type { PartyRow } from './party.document';

/** What is suggested of a party for entries of the type, or of both; nothing where none names them any more. */
export function toPartySuggestion({ uses, last }: PartyRow, type: TransactionType | undefined): PartySuggestion | null {
  const latest = type ? last[type] : latestOf([last.income, last.expense]);
  if (!latest) return null;
  const { party, category, paymentMethod, date } = latest;
  return { party, category, paymentMethod, uses: uses[type ?? 'all'], lastUsedOn: date };
}
