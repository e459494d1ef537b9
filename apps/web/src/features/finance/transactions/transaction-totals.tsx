import ExpandLess from '@mui/icons-material/ExpandLessOutlined';
import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Sums, TransactionTotals as Totals } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOnPhone } from '../../../ui/use-on-phone';
import { Skeleton } from '../../../ui/loading/skeleton';
import { Why } from '../../../ui/why';
import { formatCount, formatMoney } from '../../../lib/format';
import { api } from '../../../data/api';
import { queryOf, type QueryOf } from '../../../data/queries';
import { formatEntryCount, formatSignedMoney } from '../transaction.format';

/** The totals of all pages of the filtered list; they stay in sight below the rows. */
export function TransactionTotals({ filter }: { filter: QueryOf<typeof api.transactions.totals> }) {
  const onPhone = useOnPhone();
  const { data, error, refetch } = useQuery({
    ...queryOf(api.transactions.totals, { query: filter }),
    placeholderData: keepPreviousData,
  });
  return (
    <Box component="section" aria-label="Totals" sx={barStyle}>
      {data ? (
        onPhone ? (
          <FoldedTotals totals={data} />
        ) : (
          <TotalsList totals={data} />
        )
      ) : error ? (
        <Typography variant="body2" role="alert">
          The totals couldn't be loaded.{' '}
          <Button size="small" color="inherit" onClick={() => void refetch()}>
            Try again
          </Button>
        </Typography>
      ) : (
        <Skeleton width="60%" />
      )}
    </Box>
  );
}

/** A single line on a phone, which can be expanded. */
function FoldedTotals({ totals }: { totals: Totals }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        fullWidth
        color="inherit"
        className="tabular"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        endIcon={open ? <ExpandMore /> : <ExpandLess />}
        sx={{ justifyContent: 'space-between', px: 0, whiteSpace: 'normal', textAlign: 'left' }}
      >
        {formatEntryCount(totals.total)} · net {formatSignedMoney(totals.netPaise)}
      </Button>
      {open && <TotalsList totals={totals} />}
    </>
  );
}

function TotalsList({ totals }: { totals: Totals }) {
  const { total, incomePaise, expensePaise, netPaise, pending } = totals;
  const totalsShown = [
    { label: 'Entries', value: formatCount(total) },
    { label: 'Income', value: formatMoney(incomePaise) },
    { label: 'Expense', value: formatMoney(expensePaise) },
    { label: 'Net', value: formatSignedMoney(netPaise) },
    { label: pending.count === 0 ? 'Pending' : `Pending (${formatCount(pending.count)})`, value: flowsOf(pending) },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'baseline' }}>
      <Terms>
        {totalsShown.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Terms>
      <Why title="Why these totals?">
        Income, expense and net include approved and reversed entries, and contra entries with a minus sign. Pending
        entries are shown separately.
      </Why>
    </Box>
  );
}

/** `+₹1,250.50 −₹300.00`: the income and expenses that would result. */
function flowsOf({ incomePaise, expensePaise }: Sums): string {
  const flows = [BigInt(incomePaise), -BigInt(expensePaise)].filter((paise) => paise !== 0n);
  return flows.length === 0 ? formatMoney(0) : flows.map(formatSignedMoney).join(' ');
}

const Terms = styled('dl')(({ theme }) => ({
  flex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 24px',
  margin: 0,
  '& > div': { display: 'flex', gap: 8, alignItems: 'baseline', whiteSpace: 'nowrap' },
  '& > div:first-of-type': { marginRight: 'auto' },
  '& dt': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontSize: '0.8125rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: {
    flexDirection: 'column',
    paddingBottom: 8,
    '& > div, & > div:first-of-type': { justifyContent: 'space-between', marginRight: 0 },
    '& dd': { whiteSpace: 'normal', textAlign: 'right' },
  },
}));

const barStyle = (theme: Theme) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  mt: 2,
  px: 4,
  py: 3,
  borderRadius: '12px',
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.down('sm')]: {
    bottom: 'calc(var(--bottom-bar, 0px) + env(safe-area-inset-bottom))',
    py: '5px',
    mx: -4,
    borderRadius: 0,
    borderInline: 0,
  },
});
