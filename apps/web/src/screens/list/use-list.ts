import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Permission } from '@shifa/contract';
import { hashKey, useQueries, useQuery } from '@tanstack/react-query';
import { UNLISTED_LABORATORY } from '../../data/laboratory-options';
import type { Query } from '../../data/queries';
import { usePermission, useUser } from '../../data/use-session';
import type { Callback } from '../../lib/callback';
import { useExistingPage, useUrlState } from '../../data/use-url-state';
import type { Filter, Sort, TypedFilter } from '../../ui/filters/filters';
import type { PlainRow, RowListDefinition } from './define-list';
import type { ListFilter, ListState } from './list-filters';

/** A list as it stands: what the address asks for, what was fetched, and the controls that change it. */
export function useList<Row extends PlainRow>(list: Omit<RowListDefinition<Row>, 'href'>) {
  const [state, change] = useUrlState(list.schema) as [ListState, (patch: Partial<ListState>) => void];
  const seesNetwork = usePermission(list.permission).scope === 'all';
  const wide = useMediaQuery(useTheme().breakpoints.up('lg'));
  const widest = useMediaQuery(useTheme().breakpoints.up('xl'));

  const asked = list.filters.reduce<ListState>(
    (query, { isSet, assumed }) => (isSet(state) ? query : { ...query, ...assumed }),
    state,
  );
  // Where the server has one order, it is not told so.
  const { sort: _sort, ...unordered } = asked;
  const query = useQuery(list.resource.page(Object.keys(list.sorts).length > 1 ? asked : unordered));
  useExistingPage(query);

  const shown = useFilterControls(list, state, change)
    .filter(({ filter }) => seesNetwork || !filter.networkOnly)
    .filter(({ filter }) => !filter.byLinkOnly || filter.isSet(state))
    .map(({ control }) => control);
  const columns = list.columns
    .filter(({ networkOnly }) => seesNetwork || !networkOnly)
    .map((column) => ({ sortable: column.field in list.sorts, ...column }));
  const sort: Sort = {
    options: Object.entries<string>(list.sorts).map(([value, label]) => ({ value, label })),
    selected: state.sort,
    onChange: (selected) => change({ sort: selected }),
  };
  return {
    state,
    change,
    /** The state with what stands for filters that are not set. */
    asked,
    query,
    filters: shown.filter((control): control is Filter => 'options' in control),
    typed: shown.filter((control): control is TypedFilter => 'fields' in control),
    sort,
    columns,
    columnVisibility: Object.fromEntries(
      columns.flatMap(({ field, from }) => (from ? [[field, from === 'xl' ? widest : wide]] : [])),
    ) as Record<string, boolean>,
    /** Under which name the person's own columns and views are kept. */
    grid: {
      name: list.resource.name,
      hiddenByDefault: list.columns.filter(({ hiddenByDefault }) => hiddenByDefault).map(({ field }) => field),
    },
    /** Whether a filter could hide a row. */
    filtered: list.filters.some(({ isSet }) => isSet(state)),
    clear: () =>
      change(
        list.filters.reduce<Partial<ListState>>((patch, { cleared }) => ({ ...patch, ...cleared }), {
          search: undefined,
        }),
      ),
  };
}

/** The filters of a list with their controls as they stand, and the options that were fetched for them. */
export function useFilterControls<State>(
  { permission, filters }: { permission: Permission; filters: readonly ListFilter<State>[] },
  state: State,
  change: Callback<[patch: Partial<State>]> = () => undefined,
) {
  const viewer = useUser();
  const seesNetwork = usePermission(permission).scope === 'all';
  const context = { state, change, viewer, seesNetwork };
  // Two filters can ask the same: From and To.
  const queries = new Map<string, Query<unknown>>();
  const keys = filters.map(({ query }) => {
    const asked = query?.(context);
    if (!asked) return undefined;
    const key = hashKey(asked.queryKey);
    queries.set(key, asked);
    return key;
  });
  const answers = useQueries({ queries: [...queries.values()] });
  const data = new Map([...queries.keys()].map((key, index) => [key, answers[index]?.data]));
  return filters.map((filter, index) => {
    const fetched = data.get(keys[index] ?? '');
    const control = filter.control(context, fetched);
    // Options that aren't fetched, as for viewers who don't see the network, aren't known.
    const isKnown = filter.query === undefined || fetched !== undefined;
    return { filter, control: isKnown && 'options' in control ? withChosen(control) : control };
  });
}

/** With what is chosen and no longer offered, such as an archived laboratory: a filter that hides rows can be seen. */
function withChosen(filter: Filter): Filter {
  const listed = new Set(filter.options.map(({ value }) => value));
  const unlisted = filter.selected
    .filter((value) => !listed.has(value))
    .map((value) => ({ value, label: /^[0-9a-f]{24}$/.test(value) ? UNLISTED_LABORATORY : value }));
  return unlisted.length === 0 ? filter : { ...filter, options: [...filter.options, ...unlisted] };
}
