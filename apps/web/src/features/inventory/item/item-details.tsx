import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatPack, formatQuantity, type InventoryItem } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { Facts, orNotEntered } from '../../../ui/facts';
import { SectionCard } from '../../../ui/section-card';
import { describeAcceptance } from '../inventory.fields';
import { formatDay, formatDayCount, formatMoney } from '../../../lib/format';
import { Changed } from '../../../screens/detail/changed';

/** Supply, cost and storage of an item. */
export function ItemDetails({ item }: { item: InventoryItem }) {
  const { unit, laboratoryId, stabilityDays, lastCount } = item;
  return (
    <Stack sx={{ gap: 4 }}>
      <SectionCard title="Supply">
        <Facts
          facts={[
            { label: 'Manufacturer', value: item.manufacturer },
            { label: 'Supplier', value: item.supplierId === null ? item.supplier : <SupplierName item={item} /> },
            { label: 'Unit cost', value: formatMoney(item.unitCostPaise) },
            { label: 'Lead time', value: formatDayCount(item.leadTimeDays) },
            { label: 'Minimum', value: item.minQuantity === 0 ? 'No alert' : formatQuantity(item.minQuantity, unit) },
            {
              label: 'Reorder quantity',
              value: item.reorderQuantity === 0 ? null : formatQuantity(item.reorderQuantity, unit),
            },
          ].map(orNotEntered)}
        />
      </SectionCard>
      <SectionCard title="Packs">
        {item.packages.length === 0 ? (
          <Typography color="textSecondary">
            None. Edit the item to add the packs that it comes in, or scan one of them.
          </Typography>
        ) : (
          <Facts
            facts={item.packages.map(({ gtin, ...pack }) => ({
              label: formatPack(pack),
              value: gtin === null ? 'No GTIN' : `GTIN ${gtin}`,
            }))}
          />
        )}
      </SectionCard>
      <SectionCard title="Storage">
        <Facts
          facts={[
            { label: 'Location', value: item.storageLocation },
            { label: 'Condition', value: item.storageCondition },
            { label: 'Expiry dates', value: item.trackExpiry ? 'Required for each batch' : 'Not required' },
            { label: 'Acceptance', value: describeAcceptance(item.requiresAcceptance) },
            { label: 'Last counted', value: lastCount && `${formatDay(lastCount.day)} by ${lastCount.by.name}` },
            {
              label: 'Stability after opening',
              value: stabilityDays === null ? 'Until the expiry date' : formatDayCount(stabilityDays),
            },
          ].map(orNotEntered)}
        />
      </SectionCard>
      <Changed of={item} timeZone={laboratoryId.timezone} />
    </Stack>
  );
}

/** The supplier under its present name; until it is there, or without the permission, as the item names it. */
function SupplierName({ item: { supplier, supplierId } }: { item: InventoryItem }) {
  const sees = usePermission('suppliers.view').allowed;
  const { data } = useQuery({
    ...queryOf(api.suppliers.get, { params: { id: supplierId ?? '' } }),
    enabled: sees && supplierId !== null,
  });
  if (!sees || supplierId === null) return supplier;
  return (
    <Link component={RouterLink} to={paths.supplier(supplierId)}>
      {data?.name ?? supplier ?? 'View supplier'}
    </Link>
  );
}
