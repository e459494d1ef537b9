import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { paginationOf } from '@shifa/contract';
import type { ReactNode } from 'react';
import type { LaboratoryInView } from '../../screens/laboratory-in-view';
import { PageTurner } from '../../screens/list/page-turner';
import { useToday } from '../../lib/use-now';

/** Every laboratory of a page is a request of its own. */
const PER_PAGE = 5;

type Laboratory = LaboratoryInView['others'][number];

type EachLaboratoryProps = {
  view: LaboratoryInView;
  page: number | undefined;
  onPage: (page: number | undefined) => void;
  /** What is shown of a laboratory, and of its today. */
  children: (laboratory: Laboratory, today: string) => ReactNode;
};

/** The laboratory in view, or a page of all of them under their names, each on its own calendar. */
export function EachLaboratory({ view, page = 1, onPage, children }: EachLaboratoryProps) {
  const { laboratory, today, all, others } = view;
  if (!all) return laboratory && children(laboratory, today);
  const shown = Math.min(page, Math.max(1, Math.ceil(others.length / PER_PAGE)));
  const pagination = paginationOf(shown, PER_PAGE, { total: others.length });
  return (
    <Stack sx={{ gap: 6 }}>
      {others.slice((shown - 1) * PER_PAGE, shown * PER_PAGE).map((each) => (
        <section key={each._id} aria-label={each.name}>
          <Typography variant="h6" component="h2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {each.name}
          </Typography>
          <OnItsDay laboratory={each}>{children}</OnItsDay>
        </section>
      ))}
      <div className="not-printed">
        <PageTurner
          pagination={pagination}
          things={{ one: 'laboratory', many: 'laboratories' }}
          onPage={(next) => onPage(next === 1 ? undefined : next)}
        />
      </div>
    </Stack>
  );
}

function OnItsDay({ laboratory, children }: Pick<EachLaboratoryProps, 'children'> & { laboratory: Laboratory }) {
  return children(laboratory, useToday(laboratory.timezone));
}
