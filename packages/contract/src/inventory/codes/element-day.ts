/**
 * The day of a date element (`YYMMDD`); nothing if there is no such day.
 * - Century (GS1 General Specifications, “Determination of century in dates”): years that would lie 51 to 99 ahead
 *   belong to the century before, years that would lie 50 to 99 back to the next one.
 * - Day `00` stands for the last day of the month.
 */
export function dayOfElement(value: string, today: string): string | undefined {
  if (!/^\d{6}$/.test(value)) return undefined;
  const [year, month, day] = [value.slice(0, 2), value.slice(2, 4), value.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ];
  const thisYear = Number(today.slice(0, 4));
  const ahead = year - (thisYear % 100);
  const century = Math.floor(thisYear / 100) + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0);
  const last = month >= 1 && month <= 12 ? new Date(Date.UTC(century * 100 + year, month, 0)).getUTCDate() : 0;
  if (last === 0 || day > last) return undefined;
  return [century * 100 + year, month, day || last].map((part) => String(part).padStart(2, '0')).join('-');
}
