/** The Indian financial year (April to March) of a day: `2026-27` for `2026-11-21`. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** `KOL-2026-27-000123`: the laboratory's code, the financial year of the entry's date, and a running number. */
export function transactionNo(laboratoryCode: string, date: string, number: number): string {
  return `${laboratoryCode}-${financialYearOf(date)}-${String(number).padStart(6, '0')}`;
}
