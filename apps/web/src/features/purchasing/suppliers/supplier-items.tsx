import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type Supplier } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { pageQuery } from '../../../data/queries';
import { formatCount } from '../../../lib/format';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';

const SHOWN = 50;

/** The active items that are linked to a supplier, by name, each with the way to it. */
export function SupplierItems({ supplier: { _id } }: { supplier: Supplier }) {
  const query = useQuery(
    pageQuery(api.inventory.list, { query: { supplierId: _id, status: ['active'], limit: SHOWN } }),
  );
  if (!query.data) return <NotLoaded query={query} what="the items" skeleton={160} />;
  const { data: items, pagination } = query.data;
  if (items.length === 0) {
    return <EmptyState>No item is linked to this supplier yet. Choose the supplier when you edit an item.</EmptyState>;
  }
  const laboratories = new Set(items.map(({ laboratoryId }) => laboratoryId._id));
  return (
    <SectionCard title="Linked items">
      <Stack component="ul" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
        {items.map(({ _id: id, name, itemCode, usableQuantity, unit, laboratoryId }) => (
          <li key={id}>
            <Link component={RouterLink} to={paths.inventoryItem(id)} sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Link>
            <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
              {itemCode} · {formatQuantity(usableQuantity, unit)} usable
              {laboratories.size > 1 && ` · ${laboratoryId.name}`}
            </Typography>
          </li>
        ))}
      </Stack>
      {pagination.total > items.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          The first {formatCount(items.length)} of {formatCount(pagination.total)} items, by name. Filter the inventory
          by supplier to find the others.
        </Typography>
      )}
    </SectionCard>
  );
}
