import {
  formatQuantity,
  type InventoryAnalytics,
  InventoryAnalyticsQuery,
  type InventoryValues,
  type MovementType,
  type TotalPaise,
} from '@shifa/contract';
import type { AnalyticsPanelProps } from '../../../screens/report/analytics-kind';
import { type AnalyticsDefinition, AnalyticsPanel } from '../../../screens/report/analytics-panel';
import type { Measure } from '../../../screens/report/analytics-table';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { describeChange } from '../../../lib/change';
import { decimalRupees, formatMoney, formatMoneyShort } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { withQuery } from '../../../lib/with-query';
import { formatItems } from '../item-display';

const counted: MovementType[] = ['in', 'out', 'waste'];

type Quantity = 'received' | 'used' | 'wasted';

const analysis: AnalyticsDefinition<InventoryValues, InventoryAnalytics> = {
  query: (filter) => queryOf(api.inventory.analytics, { query: InventoryAnalyticsQuery.parse(filter) }),
  file: 'inventory-analysis',
  empty: (period) => `No stock was received, used or wasted in ${period}`,
  cards: ({ totals: { values, previous }, period, stock }, { filter: { laboratoryId }, before }) => {
    const movements = (type: MovementType) => withQuery(paths.stockMovements, { ...period, laboratoryId, type });
    const note = (of: (all: InventoryValues) => TotalPaise) =>
      previous && before !== undefined
        ? describeChange(BigInt(of(values)), BigInt(of(previous)), before, formatMoney)
        : undefined;
    const wasted = note(({ wastedPaise }) => wastedPaise);
    const expired = `of which ${formatMoney(values.expiredPaise)} expired`;
    return [
      {
        label: 'Stock value now',
        figure: formatMoney(stock.valuePaise),
        note: `${formatItems(stock.items)}, of which ${formatMoney(stock.expiredValuePaise)} expired`,
        to: withQuery(paths.inventory, { laboratoryId }),
      },
      {
        label: 'Received',
        figure: formatMoney(values.receivedPaise),
        note: note(({ receivedPaise }) => receivedPaise),
        to: movements('in'),
      },
      {
        label: 'Used',
        figure: formatMoney(values.usedPaise),
        note: note(({ usedPaise }) => usedPaise),
        to: movements('out'),
      },
      {
        label: 'Wasted',
        figure: formatMoney(values.wastedPaise),
        note: wasted === undefined ? `Expired: ${formatMoney(values.expiredPaise)}` : `${wasted}, ${expired}`,
        to: movements('waste'),
      },
    ];
  },
  series: () => [
    {
      id: 'received',
      label: 'Received',
      value: ({ values }) => Number(values.receivedPaise),
      format: ({ values }) => formatMoney(values.receivedPaise),
      color: ({ vars }) => vars.palette.primary.main,
    },
    {
      id: 'used',
      label: 'Used',
      value: ({ values }) => Number(values.usedPaise),
      format: ({ values }) => formatMoney(values.usedPaise),
      color: ({ vars }) => vars.palette.accent.main,
    },
    {
      id: 'wasted',
      label: 'Wasted',
      value: ({ values }) => Number(values.wastedPaise),
      format: ({ values }) => formatMoney(values.wastedPaise),
      color: ({ vars }) => vars.palette.error.main,
      hatched: true,
      hint: 'hatched',
    },
  ],
  formatTick: formatMoneyShort,
  measures: [
    value('Received', ({ receivedPaise }) => receivedPaise, 'received'),
    {
      ...value('Used', ({ usedPaise }) => usedPaise, 'used'),
      compared: {
        previous: 'Previous used',
        change: 'Change of used',
        amount: ({ usedPaise }) => BigInt(usedPaise),
        format: (paise) => formatMoney(BigInt(paise)),
      },
    },
    value('Wasted', ({ wastedPaise }) => wastedPaise, 'wasted'),
    value('Expired', ({ expiredPaise }) => expiredPaise),
  ],
  rowPath: ({ groupBy }, { key, period }, { laboratoryId }) =>
    // The ledger has no filter for categories.
    groupBy === 'category'
      ? undefined
      : withQuery(paths.stockMovements, {
          ...period,
          type: counted,
          itemId: groupBy === 'item' ? key : undefined,
          laboratoryId: groupBy === 'laboratory' ? key : laboratoryId,
        }),
  why: {
    rule: 'Each movement counts with its quantity at the cost of its batch, on the day it was entered. Transfers between laboratories, returns to suppliers and corrections to a count are in none of the values. Waste is expired if the batch was past its expiry date that day.',
    lines: ({ receivedPaise, usedPaise, wastedPaise, expiredPaise, quantities }) => [
      { label: 'Received', value: withQuantity(formatMoney(receivedPaise), quantities, 'received') },
      { label: 'Used', value: withQuantity(formatMoney(usedPaise), quantities, 'used') },
      { label: 'Wasted', value: withQuantity(formatMoney(wastedPaise), quantities, 'wasted') },
      { label: 'Expired', value: formatMoney(expiredPaise) },
    ],
    records: 'Show the movements',
  },
};

/** The value of stock now, and of what was received, used and wasted. */
export function InventoryPanel(props: AnalyticsPanelProps) {
  return <AnalyticsPanel<InventoryValues> {...props} of={analysis} />;
}

function value(
  label: string,
  paise: (values: InventoryValues) => TotalPaise,
  quantity?: Quantity,
): Measure<InventoryValues> {
  return {
    label,
    format: (values) => withQuantity(formatMoney(paise(values)), values.quantities, quantity),
    sheet: { value: (values) => decimalRupees(paise(values)) },
  };
}

/** `₹1,250.00 (20 boxes)` */
function withQuantity(amount: string, quantities: InventoryValues['quantities'], quantity?: Quantity): string {
  return quantities && quantity ? `${amount} (${formatQuantity(quantities[quantity], quantities.unit)})` : amount;
}
