import { api } from './api';
import { queryOf } from './queries';

/** The laboratories within the viewer's scope for a select box: those that are not archived, by name. */
export const laboratoryOptions = queryOf(api.laboratories.options);

/** For the name of a laboratory that the options lack. */
export const UNLISTED_LABORATORY = 'Archived or unknown';

type Option = { _id: string; name: string };

/** The options with the chosen laboratory where a link names one that they lack, so that no page passes for another. */
export function withUnlisted(options: readonly Option[] | undefined, chosen: string | undefined): readonly Option[] {
  if (!options || chosen === undefined || options.some(({ _id }) => _id === chosen)) return options ?? [];
  return [...options, { _id: chosen, name: UNLISTED_LABORATORY }];
}
