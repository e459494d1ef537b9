/** An address with its query string; a name with several values is given several times, one without any is left out. */
export function withQuery(path: string, query: Record<string, string | readonly string[] | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values ?? []].flat()) params.append(name, value);
  }
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}
