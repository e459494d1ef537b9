import ExpandLess from '@mui/icons-material/ExpandLessOutlined';
import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { styled, type Theme, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Sums, TransactionTotals as Totals } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../components/loading/skeleton';
import { formatCount, formatMoney } from '../../../lib/format';
import { signedMoney } from '../change-words';
import { entriesWords } from '../transaction.fields';
import { type AskedFilter, transactionQueries } from '../transaction.queries';

const PHONE_HEIGHT = 48;

/** What all pages of the list come to under its filter; it stays in sight below the rows. */
export function TransactionTotals({ filter }: { filter: AskedFilter }) {
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { data, error, refetch } = useQuery(transactionQueries.totals(filter));
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
          The totals could not be loaded.{' '}
          <Button size="small" color="inherit" onClick={() => void refetch()}>
            Retry
          </Button>
        </Typography>
      ) : (
        <Skeleton width="60%" />
      )}
      {onPhone && <GlobalStyles styles={{ body: { '--page-foot': `${PHONE_HEIGHT}px` } }} />}
    </Box>
  );
}

/** One line on a phone, that unfolds. */
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
        sx={{ justifyContent: 'space-between', px: 0 }}
      >
        {entriesWords(totals.total)} · net {signedMoney(totals.netPaise)}
      </Button>
      {open && <TotalsList totals={totals} />}
    </>
  );
}

function TotalsList({ totals }: { totals: Totals }) {
  const { total, incomePaise, expensePaise, netPaise, pending } = totals;
  const figures = [
    { label: 'Entries', figure: formatCount(total) },
    { label: 'Income', figure: formatMoney(incomePaise) },
    { label: 'Expense', figure: formatMoney(expensePaise) },
    { label: 'Net', figure: signedMoney(netPaise) },
    { label: pending.count === 0 ? 'Pending' : `Pending (${formatCount(pending.count)})`, figure: flowsOf(pending) },
  ];
  return (
    <Figures title="Income, expense and net count approved entries; pending ones are told beside them.">
      {figures.map(({ label, figure }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </Figures>
  );
}

/** `+₹1,250.50 −₹300.00`: what would come in and go out. */
function flowsOf({ incomePaise, expensePaise }: Sums): string {
  const flows = [incomePaise, -expensePaise].filter((paise) => paise !== 0);
  return flows.length === 0 ? formatMoney(0) : flows.map(signedMoney).join(' ');
}

const Figures = styled('dl')(({ theme }) => ({
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
