import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { type Laboratory, type LaboratoryStats as Stats, type Role, roleLabels, roles } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import {
  type LaboratoryExtension,
  LaboratoryExtensions,
  type StatCardProps,
} from '../../../screens/detail/laboratory-extensions';
import { StatCardSkeleton } from '../../../ui/loading/skeleton';
import { RelativeTime } from '../../../ui/relative-time';
import { StatCard } from '../../../ui/stat-card';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount, formatDay } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { withQuery } from '../../../lib/with-query';

export function laboratoryStatsQuery(id: string) {
  return queryOf(api.laboratories.stats, { params: { id } });
}

/** This month's figures of one laboratory, each leading to what it counts. A figure that is absent has no card. */
export function LaboratoryStats({ laboratory }: { laboratory: Laboratory }) {
  const extensions = use(LaboratoryExtensions);
  const query = useQuery(laboratoryStatsQuery(laboratory._id));
  if (!query.data) return <NotLoaded query={query} what="the figures" skeleton={<StatsSkeleton />} />;
  return (
    <Box sx={grid}>
      {cardsOf(query.data, laboratory, extensions).map((card) => (
        <StatCard key={card.label} {...card} />
      ))}
    </Box>
  );
}

function StatsSkeleton() {
  return (
    <Box sx={grid}>
      <StatCardSkeleton count={3} />
    </Box>
  );
}

function cardsOf(stats: Stats, { _id, timezone }: Laboratory, extensions: readonly LaboratoryExtension[]) {
  const { staff, lastActivityAt, period } = stats;
  const linkTo = (path: string, filter: Record<string, string | readonly string[]> = {}) =>
    withQuery(path, { laboratoryId: _id, ...filter });
  const days = { from: period.from, to: period.to };
  const inPeriod = `${formatDay(period.from)} – ${formatDay(period.to)}`;
  const cards: StatCardProps[] = [];
  if (staff) {
    const byRole = roles.flatMap((role) => {
      const count = staff.byRole[role] ?? 0;
      return count === 0 ? [] : [`${formatCount(count)} ${peopleOf(role, count)}`];
    });
    cards.push({
      label: 'Staff',
      figure: formatCount(staff.total),
      note: byRole.join(' · ') || 'No people yet',
      to: linkTo(paths.staff),
    });
  }
  for (const { statCards } of extensions) cards.push(...statCards(stats, { linkTo, days, inPeriod }));
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
