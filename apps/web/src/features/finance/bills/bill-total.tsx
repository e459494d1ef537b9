import Box from '@mui/material/Box';
import type { BillAmounts, GstKind } from '@shifa/contract';
import { formatMoney } from '../../../lib/format';
import { taxParts } from './bill-display';

type BillTotalProps = { amounts: BillAmounts; freightPaise: number; gstKind: GstKind };

/** What the bill comes to so far. The tax is part of what the goods cost. */
export function BillTotal({ amounts: { goodsPaise, taxes, totalPaise }, freightPaise, gstKind }: BillTotalProps) {
  const parts = [
    { label: 'Goods', paise: goodsPaise },
    ...taxes.flatMap((tax) => taxParts(tax, gstKind)),
    ...(freightPaise > 0 ? [{ label: 'Freight', paise: BigInt(freightPaise) }] : []),
  ];
  return (
    <Box component="dl" aria-label="Total of the bill" className="tabular" sx={style}>
      {parts.map(({ label, paise }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatMoney(paise)}</dd>
        </div>
      ))}
      <Box component="div" sx={{ fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 2 }}>
        <dt>Total</dt>
        <dd>{formatMoney(totalPaise)}</dd>
      </Box>
    </Box>
  );
}

const style = {
  m: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 4 },
  '& dd': { m: 0 },
} as const;
