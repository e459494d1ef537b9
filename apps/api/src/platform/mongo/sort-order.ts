/**
 * Converts the sort parameter of a list to a sort specification of MongoDB.
 * @param paths for each sort name, the fields to sort by, most significant first.
 * @param sort one of the names, with a leading `-` for descending order.
 */
export function sortOrder<Name extends string>(
  paths: Readonly<Record<Name, readonly string[]>>,
  sort: Name | `-${Name}`,
): Record<string, 1 | -1> {
  const descending = sort.startsWith('-');
  const name = (descending ? sort.slice(1) : sort) as Name;
  return Object.fromEntries(paths[name].map((path) => [path, descending ? -1 : 1]));
}
