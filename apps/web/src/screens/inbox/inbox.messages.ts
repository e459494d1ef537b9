import { plural } from '@shifa/contract';
import { formatCount } from '../../lib/format';

type Nouns = { one: string; many: string };

export const rejectedText = (count: number, { one, many }: Nouns) =>
  plural(count, `1 ${one} was rejected`, `${formatCount(count)} ${many} were rejected`);

/** Of several approved documents, `partial` need a second approval. */
export function approvedText(count: number, partial: number, { one, many }: Nouns): string {
  if (partial === 0) return plural(count, `1 ${one} was approved`, `${formatCount(count)} ${many} were approved`);
  if (partial === count) {
    return plural(
      count,
      `1 ${one} was approved and needs a second approval`,
      `${formatCount(count)} ${many} were approved, and each needs a second approval`,
    );
  }
  return plural(
    partial,
    `${formatCount(count)} ${many} were approved, and 1 of them needs a second approval`,
    `${formatCount(count)} ${many} were approved, and ${formatCount(partial)} of them need a second approval`,
  );
}
