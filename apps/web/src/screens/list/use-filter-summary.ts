import type { Permission } from '@shifa/contract';
import type { ListFilter } from './list-filters';
import { useFilterControls } from './use-list';

type Filtered<State> = { permission: Permission; filters: readonly ListFilter<State>[] };

/** What narrows a list, in words for a heading: `Search: meera`, `Role: Manager, Staff`. */
export function useFilterSummary<State extends { search?: string | undefined }>(
  list: Filtered<State>,
  state: State,
): string[] {
  const texts = useFilterControls(list, state).flatMap(({ control }) => {
    if ('summary' in control) return control.summary === undefined ? [] : `${control.label}: ${control.summary}`;
    const labels = control.options.filter(({ value }) => control.selected.includes(value)).map(({ label }) => label);
    return labels.length === 0 ? [] : `${control.label}: ${labels.join(', ')}`;
  });
  return state.search === undefined ? texts : [`Search: ${state.search}`, ...texts];
}
