import { useQuery } from '@tanstack/react-query';
import { product } from '../../../config/product';
import { dayOf } from '../../../lib/format';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { usePermission, useUser } from '../../../lib/use-session';

/** Today by the calendar of a laboratory: of the one that is chosen, else the viewer's own, else the network's. */
export function useFinanceToday(laboratoryId?: string): string {
  const { laboratoryId: own } = useUser();
  const seesAll = usePermission('transactions.view').scope === 'all';
  const { data: laboratories = [] } = useQuery({
    ...laboratoryOptions,
    enabled: seesAll && laboratoryId !== undefined,
  });
  const chosen = laboratories.find(({ _id }) => _id === laboratoryId);
  const home = seesAll ? undefined : own;
  return dayOf(new Date(), (chosen ?? home)?.timezone ?? product.timezone);
}
