/**
 * A list's order as the database takes it.
 * @param paths for each name a list can be sorted by, the fields that stand for it, foremost first.
 * @param sort one of the names, descending with a leading `-`.
 */
export function sortOrder<Name extends string>(
  paths: Readonly<Record<Name, readonly string[]>>,
  sort: Name | `-${Name}`,
): Record<string, 1 | -1> {
  const descending = sort.startsWith('-');
  const name = (descending ? sort.slice(1) : sort) as Name;
  return Object.fromEntries(paths[name].map((path) => [path, descending ? -1 : 1]));
}
