import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import {
  countedStatuses,
  type Laboratory,
  type LaboratoryStats as Stats,
  type Role,
  roleLabels,
  roles,
  waitingStatuses,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from '../../../components/error-state';
import { StatCardSkeleton } from '../../../components/loading/skeleton';
import { RelativeTime } from '../../../components/relative-time';
import { StatCard } from '../../../components/stat-card';
import { paths } from '../../../config/paths';
import { api } from '../../../lib/api';
import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import { queryOf } from '../../../lib/queries';
import { withQuery } from '../../../lib/with-query';

type Card = ComponentProps<typeof StatCard>;

/** This month's figures of one laboratory, each leading to what it counts. Blocks that do not exist have no card. */
export function LaboratoryStats({ laboratory }: { laboratory: Laboratory }) {
  const query = useQuery(queryOf(api.laboratories.stats, { params: { id: laboratory._id } }));
  if (query.data) {
    return (
      <Box sx={grid}>
        {cardsOf(query.data, laboratory).map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </Box>
    );
  }
  if (query.error) {
    return (
      <ErrorState title="The figures could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <Box sx={grid}>
      <StatCardSkeleton count={3} />
    </Box>
  );
}

function cardsOf(
  { staff, attendance, finance, inventory, lastActivityAt, period }: Stats,
  { _id, timezone }: Laboratory,
) {
  const to = (path: string, filter: Record<string, string | readonly string[]> = {}) =>
    withQuery(path, { laboratoryId: _id, ...filter });
  const days = { from: period.from, to: period.to };
  const inPeriod = `${formatDay(period.from)} – ${formatDay(period.to)}`;
  const cards: Card[] = [];
  if (staff) {
    const byRole = roles.flatMap((role) => {
      const count = staff.byRole[role] ?? 0;
      return count === 0 ? [] : [`${formatCount(count)} ${peopleOf(role, count)}`];
    });
    cards.push({
      label: 'Staff',
      figure: formatCount(staff.total),
      note: byRole.join(' · ') || 'Nobody yet',
      to: to(paths.staff),
    });
  }
  if (attendance) {
    const { ratePercent } = attendance;
    cards.push({
      label: 'Attendance rate',
      figure: ratePercent === null ? '–' : `${Math.round(ratePercent * 10) / 10}%`,
      note: ratePercent === null ? 'No working day yet in this period' : inPeriod,
      to: to(paths.attendance, days),
    });
  }
  if (finance) {
    const { incomePaise, expensePaise, netPaise, pendingCount } = finance;
    cards.push(
      {
        label: 'Income',
        figure: formatMoney(incomePaise),
        note: inPeriod,
        to: to(paths.transactions, { type: 'income', status: countedStatuses, ...days }),
      },
      {
        label: 'Expense',
        figure: formatMoney(expensePaise),
        note: inPeriod,
        to: to(paths.transactions, { type: 'expense', status: countedStatuses, ...days }),
      },
      {
        label: 'Net',
        figure: formatMoney(netPaise),
        note: 'Income less expense',
        to: to(paths.transactions, { status: countedStatuses, ...days }),
      },
      {
        label: 'Waiting for approval',
        figure: formatCount(pendingCount),
        note: 'Not in the totals yet',
        to: to(paths.transactions, { status: waitingStatuses, ...days }),
      },
    );
  }
  if (inventory) {
    const { valuePaise, lowCount, expiredCount } = inventory;
    cards.push(
      { label: 'Stock value', figure: formatMoney(valuePaise), to: to(paths.inventory) },
      {
        label: 'Low stock',
        figure: formatCount(lowCount),
        note: 'Items below their minimum',
        to: to(paths.inventory, { stockStatus: 'low' }),
      },
      {
        label: 'Expired',
        figure: formatCount(expiredCount),
        note: 'Batches past their date',
        to: to(paths.inventory, { expired: 'true' }),
      },
    );
  }
  cards.push({
    label: 'Last activity',
    figure:
      lastActivityAt === null ? (
        'None yet'
      ) : (
        <Sentence>
          <RelativeTime instant={lastActivityAt} timeZone={timezone} />
        </Sentence>
      ),
    to: '?tab=history',
  });
  return cards;
}

/** `1 manager`, `2 managers`; staff stay staff. */
function peopleOf(role: Role, count: number): string {
  const word = roleLabels[role].toLowerCase();
  return count === 1 || role === 'staff' ? word : `${word}s`;
}

/** Words that stand alone begin with a capital. */
const Sentence = styled('span')({ display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } });

const grid = { display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))' };
