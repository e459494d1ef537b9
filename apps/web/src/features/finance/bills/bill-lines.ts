import { billAmounts, billDifferences, type EnterBillInput, type GstRate, type OrderBills } from '@shifa/contract';

/** A line of the form; `null` is blank, `NaN` unreadable and `Infinity` too much. A line without a quantity is not on the bill. */
export type BilledLine = { quantity: number | null; pricePaise: number | null; gstRate: GstRate | null };
export type BilledLines = Readonly<Record<string, BilledLine>>;

/** What was received and is not billed yet, at the ordered prices. The rates are on the paper. */
export function unbilledLines({ lines }: OrderBills): BilledLines {
  return Object.fromEntries(
    lines.map(({ lineId, received, billed, pricePaise }) => {
      const quantity = received - billed;
      return [lineId, { quantity: quantity > 0 ? quantity : null, pricePaise, gstRate: null }];
    }),
  );
}

/** The lines with a change to one. Its rate is also that of lines that have none yet, as most bills have one rate. */
export function withLine(lines: BilledLines, lineId: string, change: Partial<BilledLine>): BilledLines {
  const { gstRate } = change;
  const filled = Object.entries(lines).map(([id, line]): [string, BilledLine] => {
    if (id === lineId) return [id, { ...line, ...change }];
    return [id, gstRate === undefined || line.gstRate !== null ? line : { ...line, gstRate }];
  });
  return Object.fromEntries(filled);
}

export function isBilled({ quantity }: BilledLine): boolean {
  return quantity !== null && quantity !== 0;
}

/** What is wrong with a line that is on the bill, by field. */
export function faultsOfLine(line: BilledLine): Partial<Record<keyof BilledLine, string>> {
  if (!isBilled(line)) return {};
  const { quantity, pricePaise, gstRate } = line;
  return {
    ...(!(Number.isInteger(quantity) && Number(quantity) > 0) && { quantity: 'Enter a whole number' }),
    ...(!(Number.isSafeInteger(pricePaise) && Number(pricePaise) >= 0) && { pricePaise: 'Enter the price' }),
    ...(gstRate === null && { gstRate: 'Choose the rate' }),
  };
}

/** The lines as they are sent; those with faults are left out, so that the total and the differences are of the rest. */
export function toBilledLines({ lines: order }: OrderBills, lines: BilledLines): EnterBillInput['lines'] {
  return order.flatMap(({ lineId }) => {
    const line = lines[lineId];
    if (!line || !isBilled(line)) return [];
    const { quantity, pricePaise } = faultsOfLine(line);
    if (quantity !== undefined || pricePaise !== undefined) return [];
    return [
      { lineId, quantity: Number(line.quantity), pricePaise: Number(line.pricePaise), gstRate: line.gstRate ?? 0 },
    ];
  });
}

/** What the bill comes to, and where it will differ from the order. */
export function previewOf(known: OrderBills, lines: BilledLines, freightPaise: number) {
  const sent = toBilledLines(known, lines);
  return {
    amounts: billAmounts(sent, freightPaise, known.gstKind),
    differences: billDifferences(sent, known.lines, known.tolerance),
  };
}
