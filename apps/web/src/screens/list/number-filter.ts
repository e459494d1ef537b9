import { type FieldOf, type FilterOptions, type ListFilter, patchOf } from './list-filters';

/**
 * One of a few numbers; a number that an address names besides them is offered as well. `none` is what the schema of
 * the address assumes.
 */
export function oneNumber<State>(
  field: FieldOf<State, number>,
  label: string,
  numbers: readonly number[],
  print: (value: number) => string,
  { rare, networkOnly, none }: FilterOptions & { none?: number } = {},
): ListFilter<State> {
  const patch = (value: number | undefined) => patchOf<State>({ [field]: value });
  const isSet = (state: State) => state[field] !== none;
  return {
    networkOnly,
    isSet,
    cleared: patch(none),
    control: ({ state, change }) => {
      const value = state[field] as number | undefined;
      const offered = [...new Set([...numbers, ...(value === undefined ? [] : [value])])].toSorted((a, b) => a - b);
      return {
        label,
        rare,
        options: offered.map((number) => ({ value: String(number), label: print(number) })),
        single: true,
        selected: value !== undefined && isSet(state) ? [String(value)] : [],
        assumed: none === undefined ? undefined : [String(none)],
        onChange: (selected) => {
          const last = selected.at(-1);
          change(patch(last === undefined ? none : Number(last)));
        },
      };
    },
  };
}
