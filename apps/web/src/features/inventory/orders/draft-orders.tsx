import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type DraftedOrders,
  type DraftOrdersBody,
  formatQuantity,
  MAX_ORDER_LINES,
  plural,
  type ReorderQuery,
  type ReorderSuggestion,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { keyOf, send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { useWrite } from '../../../data/use-write';
import { formatCount, formatMoney } from '../../../lib/format';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { DrawerBody, DrawerFoot, SideDrawer } from '../../../ui/drawers/side-drawer';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { formatItems } from '../item-display';
import { useAllSuggestions } from './use-all-suggestions';

type DraftOrdersProps = { filter: Pick<ReorderQuery, 'laboratoryId' | 'supplier'>; onClose: () => void };

/** Drafts one order per supplier from the suggestions that are chosen, of one laboratory. */
export function DraftOrders({ filter, onClose }: DraftOrdersProps) {
  const own = useUser().laboratoryId?._id;
  const laboratoryId = filter.laboratoryId ?? own;
  const suggestions = useQuery({ ...useAllSuggestions({ ...filter, laboratoryId }), staleTime: 0 });
  // What is loaded later is not drafted unseen.
  const [shown, setShown] = useState<readonly ReorderSuggestion[]>();
  const rows = shown?.filter(hasSupplier) ?? [];
  const others = shown?.filter((row) => !hasSupplier(row)) ?? [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [drafted, setDrafted] = useState<DraftedOrders>();
  const chosen = rows.filter(({ _id }) => !left.has(_id));
  const rest = rows.filter(({ _id }) => left.has(_id));
  const show = (next: readonly ReorderSuggestion[]) => {
    setShown(next);
    setLeft(
      new Set(
        next
          .filter(hasSupplier)
          .slice(MAX_ORDER_LINES)
          .map(({ _id }) => _id),
      ),
    );
  };
  if (!shown && suggestions.isSuccess && suggestions.isFetchedAfterMount) show(suggestions.data);
  const write = useWrite({
    send: (body: DraftOrdersBody, given) => send(api.purchaseOrders.draft, { body }, given),
    stale: [keyOf(api.purchaseOrders.list)],
    onSuccess: setDrafted,
  });
  const cost = chosen.reduce((sum, { costPaise }) => sum + BigInt(costPaise), 0n);
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  if (drafted) {
    return (
      <SideDrawer open title="Draft orders" onClose={onClose}>
        <DrawerBody>
          <Drafted drafted={drafted} />
          {rest.length > 0 && rows.length > MAX_ORDER_LINES && (
            <Button
              onClick={() => {
                setDrafted(undefined);
                show(rest);
              }}
            >
              Show the other {formatItems(rest.length)}
            </Button>
          )}
        </DrawerBody>
        <DrawerFoot>
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </DrawerFoot>
      </SideDrawer>
    );
  }
  return (
    <FormDrawer
      open
      title="Draft orders"
      verb="Draft orders"
      dirty={false}
      pending={write.isPending}
      onStop={write.stop}
      error={write.fault}
      disabledReason={laboratoryId === undefined ? 'Choose one laboratory in the filter first' : undefined}
      incomplete={faultOfChoice(chosen.length)}
      onSubmit={() => {
        const items = chosen.map(({ _id, suggestedQuantity, orderedQuantity }) => {
          return { itemId: _id, quantity: suggestedQuantity, orderedQuantity };
        });
        write.mutate({ laboratoryId, items });
      }}
      onClose={onClose}
    >
      {!shown && <NotLoaded query={suggestions} what="the suggestions" skeleton={240} />}
      {shown?.length === 0 && <EmptyState>Nothing to order.</EmptyState>}
      {rows.length > 0 && (
        <>
          <Typography>
            One draft per supplier, at the latest price of each item. {formatCount(chosen.length)} of{' '}
            {formatCount(rows.length)} chosen, {formatMoney(cost)}.
          </Typography>
          {rows.length > MAX_ORDER_LINES && <Typography>{TOO_MANY}. Draft the others afterwards.</Typography>}
        </>
      )}
      {[...bySupplier(rows)].map(([supplierId, items]) => (
        <Stack key={supplierId} component="fieldset" sx={groupStyle}>
          <Typography component="legend" variant="subtitle2">
            {items[0]?.supplier}
          </Typography>
          {items.map(({ _id, name, suggestedQuantity, unit, costPaise }) => (
            <FormControlLabel
              key={_id}
              control={<Checkbox checked={!left.has(_id)} onChange={() => toggle(_id)} />}
              label={
                <>
                  {name}
                  <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
                    {formatQuantity(suggestedQuantity, unit)} · {formatMoney(costPaise)}
                  </Typography>
                </>
              }
            />
          ))}
        </Stack>
      ))}
      {others.length > 0 && (
        <Stack sx={{ gap: 2 }}>
          <Typography>To draft orders for these items as well, choose a supplier in each of them first:</Typography>
          {others.map(({ _id, name }) => (
            <Link key={_id} component={RouterLink} to={paths.inventoryItem(_id)}>
              {name}
            </Link>
          ))}
        </Stack>
      )}
    </FormDrawer>
  );
}

const groupStyle = { border: 0, p: 0, m: 0, gap: 1 };
const TOO_MANY = `At most ${MAX_ORDER_LINES} items at once`;

const hasSupplier = ({ supplierId }: ReorderSuggestion) => supplierId !== null;

function bySupplier(rows: readonly ReorderSuggestion[]): Map<string, ReorderSuggestion[]> {
  const groups = new Map<string, ReorderSuggestion[]>();
  for (const row of rows) {
    const key = row.supplierId ?? '';
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

function faultOfChoice(count: number): string | undefined {
  if (count > MAX_ORDER_LINES) return TOO_MANY;
  return count === 0 ? 'Choose at least one item' : undefined;
}

function Drafted({ drafted: { orders, skipped } }: { drafted: DraftedOrders }) {
  return (
    <Stack sx={{ gap: 3 }}>
      <Banner tone={orders.length === 0 ? 'warning' : 'success'}>
        {orders.length === 0
          ? 'No order was drafted.'
          : plural(orders.length, '1 order was drafted.', `${formatCount(orders.length)} orders were drafted.`)}
      </Banner>
      {orders.map(({ _id, number, supplier }) => (
        <Link key={_id} component={RouterLink} to={paths.purchaseOrder(_id)}>
          {number}, {supplier.name}
        </Link>
      ))}
      {skipped.map(({ itemId, name, reason }) => (
        <Typography key={itemId} sx={{ overflowWrap: 'anywhere' }}>
          <Link component={RouterLink} to={paths.inventoryItem(itemId)}>
            {name}
          </Link>{' '}
          was skipped: {reason}
        </Typography>
      ))}
    </Stack>
  );
}
