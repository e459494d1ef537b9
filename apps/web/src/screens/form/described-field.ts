/** A field as people call it. Histories and conflicts print its value so, never as it is stored. */
export type DescribedField<Path extends string = string> = {
  path: Path;
  label: string;
  /** Nothing entered gives `undefined`. */
  format: (value: unknown) => string | undefined;
  /** The members of a list, for fields where naming what came, went and changed says more than both lists. */
  members?: (value: unknown) => DescribedMember[];
  /** Whether the members are events, such as emails: the history states each instead of saying that it was added. */
  isEvents?: true;
};

/** Members with the same key are one and the same: where their facts differ, it was changed. */
export type DescribedMember = { key: string; name?: string; facts: readonly string[] };

/** What is stored at a path has the contract's shape there; only absence has to be looked for. */
export function describedField<Path extends string>(
  path: Path,
  label: string,
  print: (value: never) => string = String,
): DescribedField<Path> {
  const given = (value: unknown) => value !== undefined && value !== null && value !== '';
  return { path, label, format: (value) => (given(value) ? print(value as never) : undefined) };
}

/** The value at a dotted path; `undefined` where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      values,
    );
}
