import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { EntryBill } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { useUser } from '../../../data/use-session';
import { formatDay } from '../../../lib/format';
import { Facts } from '../../../ui/facts';
import { amountFacts, Differences, ReadyChip } from './bill-display';

/** The bill that an entry is for: its order, whether it agrees with that, and what the amount consists of. */
export function EntryBillDetails({ bill }: { bill: EntryBill }) {
  const { number, date, order, differences } = bill;
  const seesOrder = useUser().permissions['purchaseOrders.view'].allowed;
  return (
    <Stack sx={{ gap: 4 }}>
      <Box sx={{ '&:empty': { display: 'none' } }}>
        <ReadyChip bill={bill} />
      </Box>
      <Differences of={differences} intro="The entry can't be approved yet:" />
      <Facts
        facts={[
          { label: 'Bill number', value: number },
          { label: 'Date of the bill', value: formatDay(date) },
          {
            label: 'Order',
            value: seesOrder ? (
              <Link component={RouterLink} to={`${paths.purchaseOrder(order._id)}?tab=bills`} underline="always">
                {order.number}
              </Link>
            ) : (
              order.number
            ),
          },
          ...amountFacts(bill),
        ]}
      />
    </Stack>
  );
}
