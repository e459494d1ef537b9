import { plural, type ResolvedPermission } from '@shifa/contract';

export const keptChangesText = 'Your unsaved changes are kept on top of the new version.';

export function conflictsText(count: number): string {
  return plural(
    count,
    'One of them conflicts with it and is marked.',
    `${count} of them conflict with it and are marked.`,
  );
}

/** An override that is over. */
export function endedText(allowed: boolean, until: string): string {
  return allowed ? `Was allowed until ${until}.` : `Was denied until ${until}.`;
}

/** What a cell of the table says, with where it comes from: `Asha Rao, Inventory: Edit: Not allowed, override`. */
export const cellTexts: Record<ResolvedPermission['source'], (outcome: string) => string> = {
  role: (outcome) => outcome,
  override: (outcome) => `${outcome}, override`,
  deputy: (outcome) => `${outcome}, as deputy`,
};
