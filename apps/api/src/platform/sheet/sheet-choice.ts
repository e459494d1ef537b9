/** The code behind a label or a code, whatever its case. */
export function codeOf<Code extends string>(labels: Readonly<Record<Code, string>>, text: string): Code | undefined {
  const wanted = text.toLowerCase();
  const found = Object.entries<string>(labels).find(
    ([code, label]) => code === wanted.replaceAll(' ', '_') || label.toLowerCase() === wanted,
  );
  return found?.[0] as Code | undefined;
}

/** What a cell that is none of them is told. */
export function oneOf(what: string, labels: Readonly<Record<string, string>>): string {
  return `${what} must be one of ${Object.values(labels).join(', ')}`;
}
