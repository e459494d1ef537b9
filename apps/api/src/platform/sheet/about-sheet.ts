import type { SheetRow, SheetTable } from './sheet-cell';

/** The sheet that says what a file contains, for whom and how its numbers come about. */
export function aboutSheet(rows: readonly SheetRow[]): SheetTable {
  return {
    name: 'About',
    columns: [
      { heading: 'About this report', kind: 'text', width: 20 },
      { heading: 'Value', kind: 'text', width: 90 },
    ],
    rows,
  };
}

/** The time zones of laboratories: the only one, or that of each. */
export function zonesOf(laboratories: readonly { code: string; timezone: string }[]): string[] {
  const [first, ...others] = new Set(laboratories.map(({ timezone }) => timezone));
  if (others.length === 0) return first === undefined ? [] : [first];
  return laboratories.map(({ code, timezone }) => `${code}: ${timezone}`);
}
