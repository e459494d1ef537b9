import { useQuery } from '@tanstack/react-query';
import { type FunctionComponent, createElement } from 'react';
import { laboratoryOptions } from '../../data/laboratory-options';
import type { Callback } from '../../lib/callback';
import type { Filter, TypedFilter } from '../../ui/filters/filters';
import type { GridState } from '../../ui/grid/grid-state';
import { amountRangeFilter, dayRangeWithPresets } from './range-filter';

/** What the address holds of every list. */
export type ListState = GridState & { search?: string | undefined };

type Option = { value: string; label: string };

/** What a filter needs to know of its list. */
type FilterContext<State> = {
  state: State;
  change: Callback<[patch: Partial<State>]>;
  /** Whether the viewer sees the whole network. */
  seesNetwork: boolean;
};

/** Something that a list can be narrowed by. */
export type ListFilter<State = ListState> = {
  /** The control as it stands. It is called once in each render, so it may use hooks. */
  control: Callback<[context: FilterContext<State>], Filter | TypedFilter>;
  /** Whether it could hide a row. */
  isSet: Callback<[state: State], boolean>;
  /** What takes it away. */
  cleared: Partial<State>;
  /** What the server is asked for while nothing is chosen. */
  assumed?: Partial<State>;
  /** Only for those who see the whole network. */
  networkOnly?: boolean;
  /** Only set by links from elsewhere: offered while it is set, to be taken away. */
  byLinkOnly?: boolean;
};

/** The fields of the state that hold such a value, or nothing. */
type FieldOf<State, Value> = {
  [Field in keyof State]-?: State[Field] extends Value | undefined ? Field : never;
}[keyof State] &
  string;

type FilterOptions = {
  /** Used seldom: a large screen has it behind the button “More”. */
  rare?: boolean;
  networkOnly?: boolean;
};

type ChoiceOptions<State, Value extends string> = FilterOptions & {
  /** What the server is asked for while nothing is chosen, such as everything but archived documents. */
  default?: readonly Value[];
  /** The address always names some, as its schema has a default: choosing none means all of them. */
  none?: readonly Value[];
  /** What else a choice changes, such as a filter whose options depend on it; the type of the state is given by hand. */
  alsoChanges?: (selected: readonly Value[], state: State) => Partial<State>;
};

/** `none` would make every state without a choice a narrowed one where the schema has no default. */
type NoneIfNamed<Chosen> = undefined extends Chosen ? { none?: never } : object;

/**
 * Any of a few values. The options are labels by value, or a function of the state and of what was fetched, which may
 * use hooks.
 */
export function choice<
  State extends { [F in Field]?: Value[] | undefined },
  Field extends string,
  Value extends string,
>(
  field: Field & keyof State,
  label: string,
  values: Readonly<Record<Value, string>> | ((context: FilterContext<State>) => readonly Option[]),
  options: ChoiceOptions<State, NoInfer<Value>> & NoneIfNamed<State[Field]> = {},
): ListFilter<State> {
  const { rare, networkOnly, default: assumed, none, alsoChanges } = options;
  const optionsIn = typeof values === 'function' ? values : () => optionsOf(values);
  const patch = (selected: readonly Value[] | undefined) => patchOf<State>({ [field]: selected });
  const chosenIn = (state: State): readonly Value[] => state[field] ?? [];
  const isSet = (state: State) =>
    none ? none.some((value) => !chosenIn(state).includes(value)) : state[field] !== undefined;
  return {
    networkOnly,
    isSet,
    cleared: patch(none),
    assumed: assumed && patch(assumed),
    control: (context) => ({
      label,
      rare,
      options: optionsIn(context),
      selected: isSet(context.state) ? chosenIn(context.state) : [],
      assumed,
      onChange: (selected) => {
        const next = selected as Value[];
        context.change({
          ...patch(next.length === 0 ? none : next),
          ...alsoChanges?.(next, context.state),
        });
      },
    }),
  };
}

/** One of a few values, or none. */
export function oneOf<State extends { [F in Field]?: Value | undefined }, Field extends string, Value extends string>(
  field: Field & keyof State,
  label: string,
  values: Readonly<Record<Value, string>> | ((context: FilterContext<State>) => readonly Option[]),
  { rare, networkOnly }: FilterOptions = {},
): ListFilter<State> {
  const patch = (value: string | undefined) => patchOf<State>({ [field]: value });
  const optionsIn = typeof values === 'function' ? values : () => optionsOf(values);
  return {
    networkOnly,
    isSet: (state) => state[field] !== undefined,
    cleared: patch(undefined),
    control: (context) => ({
      label,
      rare,
      options: optionsIn(context),
      selected: context.state[field] === undefined ? [] : [context.state[field]],
      // The last one chosen takes the place of the one before.
      onChange: (selected) => context.change(patch(selected.at(-1))),
    }),
  };
}

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

/** Several fields that are `'true'` or absent, under one heading. */
export function flags<State extends { [F in Field]?: 'true' | undefined }, Field extends string>(
  label: string,
  labels: Readonly<Record<Field & keyof State, string>>,
  { rare, networkOnly }: FilterOptions = {},
): ListFilter<State> {
  const fields = Object.keys(labels) as (Field & keyof State)[];
  const patch = (selected: readonly string[]) =>
    patchOf<State>(Object.fromEntries(fields.map((field) => [field, selected.includes(field) ? 'true' : undefined])));
  return {
    networkOnly,
    isSet: (state) => fields.some((field) => state[field] !== undefined),
    cleared: patch([]),
    control: ({ state, change }) => ({
      label,
      rare,
      options: optionsOf(labels),
      selected: fields.filter((field) => state[field] !== undefined),
      onChange: (selected) => change(patch(selected)),
    }),
  };
}

/** Days between two bounds, each optional. */
export const dayRange = rangeOf(dayRangeWithPresets);

/** Amounts between two bounds, as they were typed. */
export const amountRange = rangeOf(amountRangeFilter);

function rangeOf(filterOf: typeof dayRangeWithPresets) {
  return <State extends { [F in From | To]?: string | undefined }, From extends string, To extends string>(
    label: string,
    from: From & keyof State,
    to: To & keyof State,
    { rare, networkOnly }: FilterOptions = {},
  ): ListFilter<State> => {
    const patch = (first?: string, last?: string) => patchOf<State>({ [from]: first, [to]: last });
    return {
      networkOnly,
      isSet: (state) => state[from] !== undefined || state[to] !== undefined,
      cleared: patch(),
      control: ({ state, change }) =>
        filterOf({
          label,
          rare,
          from: state[from],
          to: state[to],
          onChange: (range) => change(patch(range.from, range.to)),
        }),
    };
  };
}

type FieldProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** A text that is typed into a control of its own. */
export function typed<State>(
  field: FieldOf<State, string>,
  label: string,
  Control: FunctionComponent<FieldProps>,
  { rare, networkOnly }: FilterOptions = {},
): ListFilter<State> {
  const patch = (value: string | undefined) => patchOf<State>({ [field]: value });
  return {
    networkOnly,
    isSet: (state) => state[field] !== undefined,
    cleared: patch(undefined),
    control: ({ state, change }) => {
      const value = state[field] as string | undefined;
      return {
        label,
        rare,
        summary: value,
        onClear: () => change(patch(undefined)),
        // Changed from elsewhere, as by “clear all”, it begins again.
        fields: createElement(Control, { key: value ?? '', value, onChange: (next) => change(patch(next)) }),
      };
    },
  };
}

/** The laboratory, for those who see more than one. */
export function laboratoryChoice<State extends { laboratoryId?: string[] | undefined }>(): ListFilter<State> {
  return choice<State, 'laboratoryId', string>('laboratoryId', 'Laboratory', useLaboratories, { networkOnly: true });
}

/** The same where only one can be chosen. */
export function oneLaboratory<State extends { laboratoryId?: string | undefined }>(): ListFilter<State> {
  return oneOf<State, 'laboratoryId', string>('laboratoryId', 'Laboratory', useLaboratories, { networkOnly: true });
}

function useLaboratories({ seesNetwork }: { seesNetwork: boolean }): Option[] {
  const { data = [] } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  return data.map(({ _id, name }) => ({ value: _id, label: name }));
}

/** TypeScript widens a computed key to any text. */
function patchOf<State>(fields: object): Partial<State> {
  return fields;
}

function optionsOf(labels: Readonly<Record<string, string>>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

type Sorted<Field extends string> = { [F in Field]: string } & { [F in Field as `-${F}`]: string };

/** `{ name: 'Name' }` → `name: 'Name, A to Z'` and `'-name': 'Name, Z to A'`. */
export function alphabetical<Field extends string>(labels: Readonly<Record<Field, string>>): Sorted<Field> {
  const both = Object.entries<string>(labels).flatMap(([field, label]) => [
    [field, `${label}, A to Z`],
    [`-${field}`, `${label}, Z to A`],
  ]);
  return Object.fromEntries(both) as Sorted<Field>;
}
