import type { PersonExtension } from '../../screens/detail/person-extensions';
import { leaveOfPerson, monthOfPerson } from '../../features/attendance/person-extension';
import { entriesOfPerson } from '../../features/finance/person-extension';
import { movementsOfPerson } from '../../features/inventory/person-extension';

/** What other features show of a person, in the order of the screen. A feature adds its sections in one line each. */
export const personExtensions: readonly PersonExtension[] = [
  monthOfPerson,
  leaveOfPerson,
  entriesOfPerson,
  movementsOfPerson,
];
