import Link from '@mui/material/Link';
import { BusinessDaySchema, IdSchema, type Supplier, type SupplierReviewQuery } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { dayAt, monthsAsOf, numbersOf, type Period } from '../../../lib/calendar';
import { withQuery } from '../../../lib/with-query';
import { PeriodChooser } from '../../../screens/report/period-chooser';
import { chosenPeriod, useReportToday } from '../../../screens/report/report-period';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
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
  const period = 'fault' in chosen ? undefined : chosen;
  const asked: SupplierReviewQuery = { ...period, laboratoryId };
  const query = useQuery({
    ...queryOf(api.suppliers.review, { params: { id: _id }, query: asked }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  });
  const review = query.error ? undefined : query.data;
  return (
    <>
      <PeriodChooser
        label="Orders entered"
        labels={periodLabels}
        describe={(period) => `Orders entered in ${period}, in their current state.`}
        permission="purchaseOrders.view"
        state={state}
        chosen={chosen}
        onChange={change}
      />
      {period && !review && <NotLoaded query={query} what="the review" skeleton={320} />}
      {period && review && <Reviewed supplierId={_id} review={review} laboratoryId={laboratoryId} />}
    </>
  );
}

function Reviewed(props: ComponentProps<typeof SupplierReviewFigures>) {
  const { sent, cancelled } = props.review.orders;
  if (sent + cancelled > 0) return <SupplierReviewFigures {...props} />;
  return (
    <EmptyState
      action={
        <Link component={RouterLink} to={withQuery(paths.purchaseOrders, { supplierId: props.supplierId })}>
          Show all orders with this supplier
        </Link>
      }
    >
      No order of this period was sent to the supplier. Choose another period, or send an order.
    </EmptyState>
  );
}

/** The chosen period as of a day, or what is wrong with it. */
function periodOf({ period, from, to }: ReviewState, today: string): Period | { fault: string } {
  const { year, month, date } = numbersOf(today);
  switch (period) {
    case 'year':
      return { from: dayAt(year - 1, month, date + 1), to: today };
    case 'quarter':
      return { from: dayAt(year, month - 3, date + 1), to: today };
    case 'financial_year':
      return { from: monthsAsOf.thisFinancialYear(today).from, to: today };
    case 'custom':
      return chosenPeriod({ period, from, to }, today);
  }
}
