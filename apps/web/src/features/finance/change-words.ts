import { formatMoney } from '../../lib/format';

/**
 * A sum against the one before, in words and sign: `₹250.00 more than in October 2026 (+25%)`. What a share of nothing
 * or of a loss would be means nothing to anybody: there is no per cent then.
 */
export function changeWords(paise: number, previousPaise: number, previousPeriod: string): string {
  const change = paise - previousPaise;
  if (paise === 0 && previousPaise === 0) return `Nothing in ${previousPeriod} either`;
  if (change === 0) return `The same as in ${previousPeriod}`;
  const more = `${formatMoney(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than in ${previousPeriod}`;
  const share = changePercent(paise, previousPaise);
  return share === undefined ? more : `${more} (${share})`;
}

/** `+25%`, `−3.4%`; `undefined` where the sum before was nothing or below it. */
export function changePercent(paise: number, previousPaise: number): string | undefined {
  if (previousPaise <= 0) return undefined;
  const percent = new Intl.NumberFormat('en-US', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return percent.format((paise - previousPaise) / previousPaise).replace('-', '−');
}

/** `+₹250.00`, `−₹250.00`, `₹0.00` */
export function signedMoney(paise: number): string {
  return paise > 0 ? `+${formatMoney(paise)}` : formatMoney(paise);
}
