import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../config/paths';
import { api } from '../lib/api';
import { laboratoryDetail } from '../lib/laboratory-detail';
import { laboratoryOptions } from '../lib/laboratory-options';
import { pageQuery, queryOf, totalOf } from '../lib/queries';
import { usePermission, useUser } from '../lib/use-session';
import { withQuery } from '../lib/with-query';
import { SectionCard } from './section-card';

type Step = {
  label: string;
  to: string;
  /** Unknown until it is loaded. */
  done: boolean | undefined;
  shown: boolean;
};

/** What is left to set up in the network, then in a laboratory; nothing once the laboratory is in use. */
export function SetupChecklist({ laboratoryId }: { laboratoryId?: string | undefined }) {
  const own = useUser().laboratoryId;
  const { allowed, scope } = usePermission('laboratories.create');
  const { data } = useQuery({
    ...laboratoryOptions,
    enabled: allowed && scope === 'all' && laboratoryId === undefined,
  });
  const edits = usePermission('laboratories.edit').allowed;
  // Where there are several laboratories and none is chosen, there is none to set up.
  const chosen = laboratoryId ?? own?._id ?? (data?.length === 1 ? data[0]?._id : undefined);
  if (data?.length === 0 && chosen === undefined) return <Steps steps={stepsOf({}, {}, undefined)} />;
  return edits && chosen !== undefined ? <LaboratorySteps key={chosen} id={chosen} /> : null;
}

function LaboratorySteps({ id }: { id: string }) {
  const { permissions } = useUser();
  const may = {
    people: permissions['staff.view'].allowed,
    calendar: permissions['laboratories.view'].allowed,
    stock: permissions['inventory.view'].allowed,
    display: permissions['attendance.create'].allowed,
    entry: permissions['transactions.view'].allowed,
  };
  const query = { laboratoryId: [id], limit: 1 };
  const one = { select: (page: Parameters<typeof totalOf>[0]) => totalOf(page) > 0 };
  const people = useQuery({ ...pageQuery(api.staff.list, { query }), ...one, enabled: may.people });
  const stock = useQuery({ ...pageQuery(api.inventory.list, { query }), ...one, enabled: may.stock });
  const entry = useQuery({ ...pageQuery(api.transactions.list, { query }), ...one, enabled: may.entry });
  const isNew = [people, stock, entry].some(({ data }) => data === false);
  const calendar = useQuery({
    ...laboratoryDetail(id),
    select: ({ holidays }) => holidays.length > 0,
    enabled: may.calendar && isNew,
  });
  const display = useQuery({
    ...queryOf(api.displays.list, { query: { laboratoryId: id } }),
    select: ({ length }) => length > 0,
    enabled: may.display && isNew,
  });
  if (!isNew) return null;
  const done = {
    ...{ people: people.data, calendar: calendar.data, stock: stock.data },
    ...{ display: display.data, entry: entry.data },
  };
  return <Steps steps={stepsOf(done, may, id)} />;
}

type Part = 'people' | 'calendar' | 'stock' | 'display' | 'entry';

function stepsOf(done: Partial<Record<Part, boolean | undefined>>, may: Partial<Record<Part, boolean>>, id?: string) {
  const at = (path: string) => withQuery(path, { laboratoryId: id });
  const step = (part: Part, label: string, path: string): Step => ({
    label,
    to: at(path),
    done: id === undefined ? false : done[part],
    shown: id === undefined || may[part] === true,
  });
  return [
    { label: 'Create a laboratory', to: paths.laboratories, done: id !== undefined, shown: true },
    step('people', 'Add people, or import a list', paths.staff),
    step('calendar', 'Set shifts and holidays', paths.shifts),
    step('stock', 'Import the stock', paths.inventory),
    step('display', 'Pair a wall display', paths.wallDisplays),
    step('entry', 'Enter the first income or expense', paths.transactions),
  ].filter(({ shown }) => shown);
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => step.done === false);
  return (
    <SectionCard title="Set up">
      <Typography variant="body2" color="textSecondary">
        {done} of {steps.length} done
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label="Set up"
        value={(100 * done) / steps.length}
        sx={{ my: 2, borderRadius: 1 }}
      />
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step) => (
          <Box component="li" key={step.label} sx={{ display: 'flex', gap: 2, alignItems: 'center', minHeight: 44 }}>
            {step.done ? (
              <CheckCircle color="success" titleAccess="Done" />
            ) : (
              <RadioButtonUnchecked color="action" titleAccess="To do" />
            )}
            {step.done ? (
              <Typography color="textSecondary">{step.label}</Typography>
            ) : (
              <MuiLink component={Link} to={step.to} sx={{ fontWeight: step === next ? 600 : 400 }}>
                {step.label}
              </MuiLink>
            )}
          </Box>
        ))}
      </Box>
    </SectionCard>
  );
}
