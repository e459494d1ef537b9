import type { LaboratoryOption } from '@shifa/contract';
import { createElement, type FunctionComponent } from 'react';
import { laboratoryOptions } from '../../data/laboratory-options';
import type { Page, Query } from '../../data/queries';
import type { SignedInUser } from '../../data/session';
import type { Callback } from '../../lib/callback';
import type { Filter, TypedFilter } from '../../ui/filters/filters';
import type { GridState } from '../../ui/grid/grid-state';
import { amountRangeFilter, dayRangeWithPresets } from './range-filter';

/** What the address holds of every list. */
export type ListState = GridState & { search?: string | undefined };

type Option = { value: string; label: string };

/** What a filter needs to know of its list. */
export type FilterContext<State> = {
  state: State;
  change: Callback<[patch: Partial<State>]>;
  viewer: SignedInUser;
  /** Whether the viewer sees the whole network. */
  seesNetwork: boolean;
};

/** Options that depend on the state or on what was fetched; `data` is undefined until then. */
type OptionSource<State> = {
  /** Undefined where nothing has to be fetched. */
  query?: Callback<[context: FilterContext<State>], Query<unknown> | undefined>;
  options: Callback<[context: FilterContext<State>, data: unknown], readonly Option[]>;
};
type Values<State, Value extends string> = Readonly<Record<Value, string>> | OptionSource<State>;

/** Options that depend on the state of the list. */
export function computed<State>(options: (context: FilterContext<State>) => readonly Option[]): OptionSource<State> {
  return { options };
}

/** Options that are made of what a query answers. */
export function fetched<State, Data>(
  query: (context: FilterContext<State>) => Query<Data> | undefined,
  options: (data: Data | undefined, context: FilterContext<State>) => readonly Option[],
): OptionSource<State> {
  return { query, options: (context, data) => options(data as Data | undefined, context) };
}

/** Something that a list can be narrowed by. */
export type ListFilter<State = ListState> = {
  /** What its options are made of, where they are fetched. */
  query?: OptionSource<State>['query'];
  /** The control as it stands. @param fetched what the query answered */
  control: Callback<[context: FilterContext<State>, fetched: unknown], Filter | TypedFilter>;
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
export type FieldOf<State, Value> = {
  [Field in keyof State]-?: State[Field] extends Value | undefined ? Field : never;
}[keyof State] &
  string;

export type FilterOptions = {
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

/** Any of a few values: labels by value, or options that are computed or fetched. */
export function choice<
  State extends { [F in Field]?: Value[] | undefined },
  Field extends string,
  Value extends string,
>(
  field: Field & keyof State,
  label: string,
  values: Values<State, Value>,
  options: ChoiceOptions<State, NoInfer<Value>> & NoneIfNamed<State[Field]> = {},
): ListFilter<State> {
  const { rare, networkOnly, default: assumed, none, alsoChanges } = options;
  const { query, options: optionsIn } = sourceOf(values);
  const patch = (selected: readonly Value[] | undefined) => patchOf<State>({ [field]: selected });
  const chosenIn = (state: State): readonly Value[] => state[field] ?? [];
  const isSet = (state: State) =>
    none ? none.some((value) => !chosenIn(state).includes(value)) : state[field] !== undefined;
  return {
    networkOnly,
    isSet,
    cleared: patch(none),
    assumed: assumed && patch(assumed),
    query,
    control: (context, data) => ({
      label,
      rare,
      options: optionsIn(context, data),
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
  values: Values<State, Value>,
  { rare, networkOnly }: FilterOptions = {},
): ListFilter<State> {
  const patch = (value: string | undefined) => patchOf<State>({ [field]: value });
  const { query, options } = sourceOf(values);
  return {
    networkOnly,
    isSet: (state) => state[field] !== undefined,
    cleared: patch(undefined),
    query,
    control: (context, data) => ({
      label,
      rare,
      options: options(context, data),
      single: true,
      selected: context.state[field] === undefined ? [] : [context.state[field]],
      // The last one chosen takes the place of the one before.
      onChange: (selected) => context.change(patch(selected.at(-1))),
    }),
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
  return choice<State, 'laboratoryId', string>('laboratoryId', 'Laboratory', laboratories(), { networkOnly: true });
}

/** The person whose rows are listed, by a link from elsewhere, and named by a row of theirs. */
export function linkedPerson<State extends { [F in Field]?: string | undefined }, Field extends string, Row>(
  field: Field & keyof State,
  label: string,
  rowsOf: (person: string) => Query<Page<Row>>,
  nameOf: (row: Row) => string | undefined,
): ListFilter<State> {
  const personIn = ({ state }: FilterContext<State>): string | undefined => state[field];
  const person = fetched<State, Page<Row>>(
    (context) => {
      const id = personIn(context);
      return id === undefined ? undefined : rowsOf(id);
    },
    (rows, context) => {
      const [value, row] = [personIn(context), rows?.data[0]];
      return value === undefined ? [] : [{ value, label: (row && nameOf(row)) ?? 'This person' }];
    },
  );
  return { ...oneOf<State, Field, string>(field, label, person, { rare: true }), byLinkOnly: true };
}

/** The same where only one can be chosen. */
export function oneLaboratory<State extends { laboratoryId?: string | undefined }>(): ListFilter<State> {
  return oneOf<State, 'laboratoryId', string>('laboratoryId', 'Laboratory', laboratories(), { networkOnly: true });
}

function laboratories<State>() {
  return fetched<State, LaboratoryOption[]>(
    ({ seesNetwork }) => (seesNetwork ? laboratoryOptions : undefined),
    (data = []) => data.map(({ _id, name }) => ({ value: _id, label: name })),
  );
}

function sourceOf<State>(values: Values<State, string>): OptionSource<State> {
  return isSource(values) ? values : computed(() => optionsOf(values));
}

function isSource<State>(values: Values<State, string>): values is OptionSource<State> {
  return typeof values.options === 'function';
}

function optionsOf(labels: Readonly<Record<string, string>>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** TypeScript widens a computed key to any text. */
export function patchOf<State>(fields: object): Partial<State> {
  return fields;
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
