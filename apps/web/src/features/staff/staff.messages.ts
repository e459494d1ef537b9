import { plural } from '@shifa/contract';
import { formatPeople } from '../../lib/format';

/** What was done with several people at once. */
export const bulkOutcomes = {
  suspend: (count: number) => plural(count, '1 person was suspended', `${formatPeople(count)} were suspended`),
  resume: (count: number) => plural(count, '1 person was resumed', `${formatPeople(count)} were resumed`),
  move: (count: number) => plural(count, '1 person was moved', `${formatPeople(count)} were moved`),
};

/** Of a temporary password. */
export function mustChangeText(until: string | undefined): string {
  return until === undefined
    ? 'It must be changed at the first sign-in.'
    : `It must be changed at the first sign-in, by ${until}.`;
}
