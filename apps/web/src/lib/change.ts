import { formatCount } from './format';

type Amount = number | bigint;

/** Compares an amount with the previous one: `₹250.00 more than in October 2026 (+25%)`. */
export function describeChange<Value extends Amount>(
  value: Value,
  previous: Value,
  previousPeriod: string,
  format: (amount: Value) => string,
): string {
  if (Number(value) === 0 && Number(previous) === 0) return `None in ${previousPeriod}`;
  const change = differenceOf(value, previous);
  if (Number(change) === 0) return `No change from ${previousPeriod}`;
  const difference =
    change > 0
      ? `${format(change)} more than in ${previousPeriod}`
      : `${format(-change as Value)} less than in ${previousPeriod}`;
  const percent = formatPercentChange(value, previous);
  return percent === undefined ? difference : `${difference} (${percent})`;
}

/** `+25%`, `−3.4%`; `undefined` if the previous amount is zero or negative, because a percentage would be meaningless. */
export function formatPercentChange<Value extends Amount>(value: Value, previous: Value): string | undefined {
  if (Number(previous) <= 0) return undefined;
  const percent = new Intl.NumberFormat('en-US', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return percent.format(Number(differenceOf(value, previous)) / Number(previous)).replace('-', '−');
}

/** `+12` or, with `format` of the absolute amount, `+₹250.00`, `−3 days`. */
export function formatSigned<Value extends Amount>(
  change: Value,
  format: (amount: Value) => string = formatCount,
): string {
  if (change > 0) return `+${format(change)}`;
  return change < 0 ? `−${format(-change as Value)}` : format(change);
}

/** The exact difference. */
export function differenceOf<Value extends Amount>(value: Value, previous: Value): Value {
  return (typeof value === 'bigint' ? value - BigInt(previous) : value - Number(previous)) as Value;
}
