import type { Permission } from '@shifa/contract';
import { usePermission } from '../../data/use-session';
import type { ListFilter } from './list-filters';

type Filtered<State> = { permission: Permission; filters: readonly ListFilter<State>[] };

/** What narrows a list, in words for a heading: `Search: meera`, `Role: Manager, Staff`. */
export function useFilterSummary<State extends { search?: string | undefined }>(
  { permission, filters }: Filtered<State>,
  state: State,
): string[] {
  const seesNetwork = usePermission(permission).scope === 'all';
  const controls = filters.map((filter) => filter.control({ state, change: () => undefined, seesNetwork }));
  const texts = controls.flatMap((control) => {
    if ('summary' in control) return control.summary === undefined ? [] : `${control.label}: ${control.summary}`;
    const labels = control.options.filter(({ value }) => control.selected.includes(value)).map(({ label }) => label);
    return labels.length === 0 ? [] : `${control.label}: ${labels.join(', ')}`;
  });
  return state.search === undefined ? texts : [`Search: ${state.search}`, ...texts];
}
