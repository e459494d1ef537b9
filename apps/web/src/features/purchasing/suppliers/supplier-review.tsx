import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { BusinessDaySchema, IdSchema, type Supplier, type SupplierReviewQuery } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { dayAt, monthsAsOf, type Period } from '../../../lib/calendar';
import { withQuery } from '../../../lib/with-query';
import { dayRangeFilter } from '../../../screens/list/range-filter';
import { LaboratoryChoice } from '../../../screens/report/period-chooser';
import { chosenPeriod, formatPeriod, useReportToday } from '../../../screens/report/report-period';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Choice } from '../../../ui/fields/choice';
import { SupplierReviewFigures } from './supplier-review-figures';

const periodLabels = {
  year: 'Last 12 months',
  quarter: 'Last 3 months',
  financial_year: 'This financial year',
  custom: 'Custom',
} as const;
type PeriodName = keyof typeof periodLabels;
const periodNames = Object.keys(periodLabels) as PeriodName[];

/** The review in the address bar; a period that moves with the days is stored by its name. */
const ReviewState = z.object({
  period: z.enum(periodNames).default('year'),
  /** Only for a custom period. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  laboratoryId: IdSchema.optional(),
});
type ReviewState = z.output<typeof ReviewState>;

/** How a supplier has delivered what was ordered in a period. */
export function SupplierReview({ supplier: { _id } }: { supplier: Supplier }) {
  const [state, change] = useUrlState(ReviewState);
  const { laboratoryId } = state;
  const today = useReportToday('purchaseOrders.view', laboratoryId);
  const chosen = periodOf(state, today);
  const fault = 'fault' in chosen ? chosen.fault : undefined;
  const asked: SupplierReviewQuery = { ...(fault === undefined && (chosen as Period)), laboratoryId };
  const query = useQuery({
    ...queryOf(api.suppliers.review, { params: { id: _id }, query: asked }),
    enabled: fault === undefined,
    placeholderData: keepPreviousData,
  });
  const review = query.error ? undefined : query.data;
  return (
    <Stack sx={{ gap: 4 }}>
      <PeriodOfReview
        state={state}
        change={change}
        shown={fault === undefined ? (chosen as Period) : undefined}
        fault={fault}
      />
      {fault === undefined &&
        (review ? (
          review.orders.sent + review.orders.cancelled === 0 ? (
            <EmptyState
              action={
                <Link component={RouterLink} to={withQuery(paths.purchaseOrders, { supplierId: _id })}>
                  Show all orders with this supplier
                </Link>
              }
            >
              No order of this period was sent to the supplier. Choose another period, or send an order.
            </EmptyState>
          ) : (
            <SupplierReviewFigures supplierId={_id} review={review} laboratoryId={laboratoryId} />
          )
        ) : (
          <NotLoaded query={query} what="the review" skeleton={320} />
        ))}
    </Stack>
  );
}

type PeriodOfReviewProps = {
  state: ReviewState;
  change: (patch: Partial<ReviewState>) => void;
  shown: Period | undefined;
  fault: string | undefined;
};

function PeriodOfReview({ state, change, shown, fault }: PeriodOfReviewProps) {
  // A custom period starts with the days on the screen.
  const choosePeriod = (period: PeriodName) =>
    change({ period, ...(period === 'custom' ? shown : { from: undefined, to: undefined }) });
  return (
    <Box component="section" aria-label="Period of the review">
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'flex-end' }}>
        <Choice
          label="Orders entered"
          value={state.period}
          options={periodNames.map((value) => ({ value, label: periodLabels[value] }))}
          onChange={(value) => choosePeriod(value as PeriodName)}
        />
        {state.period === 'custom' && (
          <Box sx={{ flex: { xs: '1 0 100%', sm: '0 1 320px' } }}>
            {dayRangeFilter({ label: 'Period', from: state.from, to: state.to, onChange: change }).fields}
          </Box>
        )}
        <LaboratoryChoice
          permission="purchaseOrders.view"
          value={state.laboratoryId}
          onChange={(laboratoryId) => change({ laboratoryId })}
        />
      </Stack>
      <Typography
        role={fault === undefined ? undefined : 'alert'}
        variant="body2"
        color={fault === undefined ? 'textSecondary' : 'error'}
        sx={{ mt: 2 }}
      >
        {fault ?? (shown && `${formatPeriod(shown)}, as these orders are today`)}
      </Typography>
    </Box>
  );
}

/** The chosen period as of a day, or what is wrong with it. */
function periodOf({ period, from, to }: ReviewState, today: string): Period | { fault: string } {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  switch (period) {
    case 'year':
      return { from: dayAt(year - 1, month, day + 1), to: today };
    case 'quarter':
      return { from: dayAt(year, month - 3, day + 1), to: today };
    case 'financial_year':
      return { from: monthsAsOf.thisFinancialYear(year, month).from, to: today };
    case 'custom':
      return chosenPeriod({ period, from, to }, today);
  }
}
