import GridOn from '@mui/icons-material/GridOnOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { ReportKindSchema } from '@shifa/contract';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import type { AnalyticsKind } from '../../screens/report/analytics-kind';
import { Choice } from '../../ui/fields/choice';
import { Skeleton } from '../../ui/loading/skeleton';
import { PageHeader } from '../../ui/page-header';
import { PeriodChooser } from '../../screens/report/period-chooser';
import { PermissionSection } from '../../screens/actions/permission-section';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { paths } from '../../config/paths';
import {
  chosenPeriod,
  formatPeriod,
  type Period,
  periodLabels,
  PeriodState,
  useReportToday,
} from '../../screens/report/report-period';
import { usePermission } from '../../data/use-session';
import { useUrlState } from '../../data/use-url-state';
import { withQuery } from '../../lib/with-query';
import { ReportsTabs, useNarrower } from './reports-tabs';

/** The analysis in the address bar. */
const AnalyticsState = PeriodState.extend({
  kind: z.string().optional(),
  groupBy: z.string().optional(),
  compare: z.enum(['previous', 'none']).default('previous'),
  view: z.enum(['chart', 'table']).default('chart'),
});
type AnalyticsState = z.output<typeof AnalyticsState>;

type AnalyticsPageProps = { kinds: readonly AnalyticsKind[] };

/** The analyses of the features, with one period, laboratory and grouping for all of them. */
export function AnalyticsPage({ kinds }: AnalyticsPageProps) {
  const [state, change] = useUrlState(AnalyticsState);
  const kind = kinds.find(({ name }) => name === state.kind) ?? kinds[0];
  return kind ? <Analytics kinds={kinds} kind={kind} state={state} onChange={change} /> : null;
}

type AnalyticsProps = AnalyticsPageProps & {
  kind: AnalyticsKind;
  state: AnalyticsState;
  onChange: (patch: Partial<AnalyticsState>) => void;
};

function Analytics({ kinds, kind, state, onChange }: AnalyticsProps) {
  const permission = useNarrower('reports.view', kind.permission);
  const chosen = chosenPeriod(state, useReportToday(permission, state.laboratoryId));
  return (
    <>
      <PageHeader title="Reports & Analytics" documentTitle={`${kind.label} · Reports & Analytics`} />
      <ReportsTabs />
      <Box className="not-printed" sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, mb: 4 }}>
        <Box sx={{ maxWidth: '100%', overflowX: 'auto', mr: 'auto' }}>
          <SegmentedChoice
            label="Analysis"
            value={kind.name}
            segments={kinds.map(({ name, label }) => ({ value: name, label }))}
            // Each analysis has its own groups.
            onChange={(name) => onChange({ kind: name, groupBy: undefined })}
          />
        </Box>
        <ExcelFile kind={kind} state={state} />
        <Button
          color="inherit"
          startIcon={<Print />}
          onClick={() => window.print()}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          Print
        </Button>
      </Box>
      <PermissionSection key={kind.name} permission={kind.permission}>
        <PeriodChooser labels={periodLabels} state={state} chosen={chosen} permission={permission} onChange={onChange}>
          <GroupChoice kind={kind} state={state} onChange={onChange} />
          <FormControlLabel
            control={
              <Switch
                checked={state.compare === 'previous'}
                onChange={(_, on) => onChange({ compare: on ? 'previous' : 'none' })}
              />
            }
            label="Compare with the previous period"
            sx={{ minHeight: 36 }}
          />
        </PeriodChooser>
        {!('fault' in chosen) && <Panel kind={kind} state={state} period={chosen} onChange={onChange} />}
      </PermissionSection>
    </>
  );
}

/** Leads to the Excel file of the same report, period and laboratory. */
function ExcelFile({ kind, state: { period, from, to, laboratoryId } }: Pick<AnalyticsProps, 'kind' | 'state'>) {
  const { data: report } = ReportKindSchema.safeParse(kind.name);
  if (report === undefined) return null;
  const query = { report, period, from, to, reportLaboratory: laboratoryId };
  return (
    <Button
      component={Link}
      to={withQuery(paths.reportFiles, query)}
      color="inherit"
      startIcon={<GridOn />}
      sx={{ flexShrink: 0 }}
    >
      Excel file
    </Button>
  );
}

/** Without laboratories, for viewers who see only one. */
function useGroups(kind: AnalyticsKind): [name: string, label: string][] {
  const seesNetwork = usePermission(useNarrower('reports.view', kind.permission)).scope === 'all';
  return Object.entries(kind.groups).filter(([name]) => seesNetwork || name !== 'laboratory');
}

function useGroup(kind: AnalyticsKind, { groupBy }: AnalyticsState): string {
  const groups = useGroups(kind);
  const [name = ''] = groups.find(([one]) => one === groupBy) ?? groups[0] ?? [];
  return name;
}

function GroupChoice({ kind, state, onChange }: Pick<AnalyticsProps, 'kind' | 'state' | 'onChange'>) {
  return (
    <Choice
      label="Group by"
      value={useGroup(kind, state)}
      options={useGroups(kind).map(([value, label]) => ({ value, label }))}
      onChange={(groupBy) => onChange({ groupBy })}
    />
  );
}

type PanelProps = Pick<AnalyticsProps, 'kind' | 'state' | 'onChange'> & { period: Period };

function Panel({ kind, state, period, onChange }: PanelProps) {
  const groupBy = useGroup(kind, state);
  const { laboratoryId, compare, view } = state;
  return (
    <>
      <Box sx={{ display: 'none', mb: 4, '@media print': { display: 'block' } }}>
        {kind.label}, {formatPeriod(period)}
      </Box>
      <Suspense fallback={<Skeleton variant="rectangular" height={480} />}>
        <kind.Panel
          filter={{ ...period, laboratoryId, groupBy, compare: compare === 'previous' ? compare : undefined }}
          groups={kind.groups}
          view={view}
          onView={(next) => onChange({ view: next })}
        />
      </Suspense>
    </>
  );
}
