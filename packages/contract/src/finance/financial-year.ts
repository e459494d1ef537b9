import { financialYearOf } from '../common/day.js';

/** `KOL-2026-27-000123`: the laboratory's code, the financial year of the entry's date, and a running number. */
export function transactionNo(laboratoryCode: string, date: string, number: number): string {
  return `${laboratoryCode}-${financialYearOf(date)}-${String(number).padStart(6, '0')}`;
}
