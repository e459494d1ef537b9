/** The code that a cell names by its label or by itself, in any case. */
export function codeOf<Code extends string>(labels: Readonly<Record<Code, string>>, text: string): Code | undefined {
  const wanted = text.toLowerCase();
  const found = Object.entries<string>(labels).find(
    ([code, label]) => code === wanted.replaceAll(' ', '_') || label.toLowerCase() === wanted,
  );
  return found?.[0] as Code | undefined;
}

/** The message for a cell that names no code. */
export function oneOf(heading: string, labels: Readonly<Record<string, string>>): string {
  return `${heading} must be one of ${Object.values(labels).join(', ')}`;
}
