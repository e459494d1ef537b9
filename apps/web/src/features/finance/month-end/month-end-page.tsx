import Check from '@mui/icons-material/CheckOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  closedThroughIn,
  daysOfMonth,
  IdSchema,
  type MonthEnd,
  type MonthEndCheck,
  monthEndChecks,
  monthEndFilters,
  MonthSchema,
  parseRupees,
  RECEIPT_NEEDED_FROM,
  unusualAmountRule,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { z } from 'zod';
import { Choice } from '../../../ui/fields/choice';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { useDeniedReason } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { Why } from '../../../ui/why';
import { api } from '../../../data/api';
import { formatMoney, formatMonth } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { useUser } from '../../../data/use-session';
import { entriesPath, useFinanceDialog } from '../finance-navigation';
import { LaboratoryFilter } from '../../../screens/report/period-chooser';
import { monthToClose, recentMonths, useFinanceToday } from '../period/finance-period';
import { LATE_RECEIPT } from '../receipts/receipt-input';
import { PeriodCloseNote } from '../period-close/period-close-note';
import { formatEntryCount } from '../transaction.format';
import { periodClose } from '../transaction.resource';
import { MissingReceipts } from './missing-receipts';

/** In rupees. */
const receiptLimits = ['500', '1000', '2000', '5000', '10000'];

const MonthEndState = z.object({
  /** By default the month that is due, see `monthToClose`. */
  month: MonthSchema.optional(),
  laboratoryId: IdSchema.optional(),
  receiptFrom: z
    .string()
    .refine((text) => parseRupees(text) !== undefined)
    .default(RECEIPT_NEEDED_FROM),
});

/** What to settle before a month is closed; each line leads to exactly the entries that it counts. */
export function MonthEndPage() {
  const [state, change] = useUrlState(MonthEndState);
  const open = useFinanceDialog();
  const { laboratoryId, receiptFrom } = state;
  const today = useFinanceToday(laboratoryId);
  const lockDenied = useDeniedReason('transactions.lock') !== undefined;
  const month = state.month ?? monthToClose(today);
  return (
    <>
      <Stack
        component="section"
        aria-label="Month and filters"
        direction="row"
        useFlexGap
        sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'flex-end', mb: 6 }}
      >
        <Choice
          label="Month"
          value={month}
          options={withChosen(recentMonths(today), month).map((value) => ({
            value,
            label: formatMonth(value, 'long'),
          }))}
          onChange={(value) => change({ month: value })}
        />
        <LaboratoryFilter
          permission="transactions.view"
          value={laboratoryId}
          onChange={(id) => change({ laboratoryId: id })}
        />
        <Choice
          label="Receipt needed from"
          value={receiptFrom}
          options={withChosen(receiptLimits, receiptFrom).map((value) => ({ value, label: formatRupees(value) }))}
          onChange={(value) => change({ receiptFrom: value })}
        />
      </Stack>
      <Checklist month={month} laboratoryId={laboratoryId} receiptFrom={receiptFrom} />
      <PeriodCloseNote laboratoryId={laboratoryId} />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Lock />}
        sx={{ mt: 4 }}
        onClick={() => open({ dialog: 'period-close', month, laboratoryId })}
      >
        {lockDenied ? 'Show closed books' : 'Close books'}
      </Button>
    </>
  );
}

function withChosen(offered: readonly string[], chosen: string): string[] {
  return [...new Set([...offered, chosen])];
}

function formatRupees(text: string): string {
  return formatMoney(parseRupees(text) ?? 0);
}

type Asked = { month: string; laboratoryId: string | undefined; receiptFrom: string };

function Checklist(asked: Asked) {
  const isClosed = useIsClosed(asked);
  const query = useQuery({
    ...queryOf(api.transactions.monthEnd, { query: asked }),
    placeholderData: keepPreviousData,
  });
  if (query.data) {
    return (
      // Counts of the month before lead to no entries of this one.
      <Box
        aria-busy={query.isPlaceholderData}
        inert={query.isPlaceholderData}
        sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}
      >
        <SectionCard
          title={
            isClosed
              ? `${formatMonth(asked.month, 'long')} is closed`
              : `Before ${formatMonth(asked.month, 'long')} is closed`
          }
        >
          <Lines {...asked} isClosed={isClosed} checks={query.data.checks} />
        </SectionCard>
      </Box>
    );
  }
  return <NotLoaded query={query} what="the checklist" skeleton={320} />;
}

/** Whether all of the month is closed in the laboratory or, where none is chosen, in those that the viewer sees. */
function useIsClosed({ month, laboratoryId }: Asked): boolean {
  const own = useUser().laboratoryId?._id;
  const { data } = useQuery(periodClose);
  const through = data && closedThroughIn(data, laboratoryId ?? own);
  return typeof through === 'string' && through >= daysOfMonth(month).to;
}

function Lines({ checks, isClosed, ...asked }: Asked & Pick<MonthEnd, 'checks'> & { isClosed: boolean }) {
  const counts = new Map(checks.map(({ check, count }) => [check, count]));
  const filters = monthEndFilters(asked);
  return (
    <Box component="ul" aria-label="Checklist" sx={listStyle}>
      {monthEndChecks.map((check) => (
        <Line
          key={check}
          {...textsOf(check, asked, isClosed)}
          count={counts.get(check) ?? 0}
          to={entriesPath(filters[check])}
          why={check === 'unusual' && <WhyUnusual month={asked.month} />}
          more={
            check === 'withoutReceipt' && (counts.get(check) ?? 0) > 0 && <MissingReceipts filter={filters[check]} />
          }
        />
      ))}
    </Box>
  );
}

type Texts = { title: string; hint: string };

function textsOf(check: MonthEndCheck, { receiptFrom }: Pick<Asked, 'receiptFrom'>, isClosed: boolean): Texts {
  switch (check) {
    case 'waiting':
      return { title: 'Pending approval', hint: "Approve or reject them. The totals don't include them yet." };
    case 'rejected':
      return { title: 'Rejected and not sent again', hint: 'Correct and send them again, or cancel them.' };
    case 'withoutReceipt':
      return {
        title: `Expenses of ${formatRupees(receiptFrom)} or more without a receipt`,
        hint: isClosed
          ? `Only a super admin can still attach them. ${LATE_RECEIPT}`
          : `Attach them here while the month is open. ${LATE_RECEIPT}`,
      };
    case 'unusual':
      return { title: 'Unusual amounts', hint: 'Check them for typing errors.' };
  }
}

type LineProps = { title: string; hint: string; count: number; to: string; why: ReactNode; more: ReactNode };

function Line({ title, hint, count, to, why, more }: LineProps) {
  return (
    <li>
      <Box sx={{ flex: '1 1 11rem', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>
          {title} {why}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {hint}
        </Typography>
        {more}
      </Box>
      {count === 0 ? (
        <Typography color="success" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Check fontSize="small" /> None
        </Typography>
      ) : (
        <Link
          component={RouterLink}
          to={to}
          className="tabular"
          aria-label={`${title}: ${formatEntryCount(count)}`}
          sx={{ whiteSpace: 'nowrap', py: 1 }}
        >
          {formatEntryCount(count)}
        </Link>
      )}
    </li>
  );
}

function WhyUnusual({ month }: { month: string }) {
  const { factor, months, minEntries } = unusualAmountRule;
  return (
    <Why title="Why is an amount unusual?">
      <Typography sx={{ mb: 3 }}>
        An amount is unusual if it is more than {factor} times the average for its category in the same laboratory over
        the {months} months before {formatMonth(month, 'long')}.
      </Typography>
      <Typography>
        The average includes approved entries without those that were reversed, and no contra entries. A category with
        fewer than {minEntries} of them in those months has no average to compare with, so none of its amounts are
        unusual.
      </Typography>
    </Why>
  );
}

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 4,
    alignItems: 'flex-start',
    py: 3,
    borderTop: 1,
    borderColor: 'divider',
  },
};
