import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { type EntryBill, type GstKind, type GstRate, plural } from '@shifa/contract';
import { formatMoney } from '../../../lib/format';
import type { Fact } from '../../../ui/facts';
import { Banner } from '../../../ui/feedback/banner';
import { StatusChip } from '../../../ui/status-chip';

type Tax = { gstRate: number; taxPaise: bigint | number };

/** The tax of a rate in the parts that the bill has: halves within a state, else one amount. */
export function taxParts({ gstRate, taxPaise }: Tax, kind: GstKind): { label: string; paise: bigint }[] {
  const paise = BigInt(taxPaise);
  if (kind !== 'cgst_sgst') return [{ label: `${kind === 'igst' ? 'IGST' : 'GST'} ${gstRate}%`, paise }];
  return ['CGST', 'SGST'].map((label) => ({ label: `${label} ${gstRate / 2}%`, paise: paise / 2n }));
}

/** `5%` */
export function formatRate(rate: GstRate): string {
  return rate === 0 ? 'No tax' : `${rate}%`;
}

/** Whether a pending or approved bill agrees with the order; nothing of one that was rejected or cancelled. */
export function ReadyChip({
  bill: { readyToPay, differences },
}: {
  bill: Pick<EntryBill, 'readyToPay' | 'differences'>;
}) {
  if (readyToPay) return <StatusChip tone="success" icon={<CheckCircle />} label="Ready to pay" />;
  if (differences.length === 0) return null;
  const label = plural(differences.length, '1 difference', `${differences.length} differences`);
  return <StatusChip tone="warning" icon={<Warning />} label={label} />;
}

/** Where the bill asks for more than was received, or for a higher price than was ordered. */
export function Differences({ of, intro }: { of: readonly { message: string }[]; intro: string }) {
  if (of.length === 0) return null;
  return (
    <Banner tone="warning">
      {intro}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 5 }}>
        {of.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </Box>
    </Banner>
  );
}

/** What the amount of a bill consists of. */
export function amountFacts({ goodsPaise, freightPaise, taxes, gstKind }: EntryBill): Fact[] {
  return [
    { label: 'Goods', value: formatMoney(goodsPaise) },
    ...taxes.flatMap((tax) => taxParts(tax, gstKind)).map(({ label, paise }) => ({ label, value: formatMoney(paise) })),
    ...(freightPaise === 0 ? [] : [{ label: 'Freight', value: formatMoney(freightPaise) }]),
  ];
}
