import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueries, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { laboratoryOptions } from '../../data/laboratory-options';
import { usePermission, useUser } from '../../data/use-session';
import { withQuery } from '../../lib/with-query';
import { SectionCard } from '../../ui/section-card';
import { SetupSteps } from './setup-steps';

type Step = {
  label: string;
  /** Absent while there is no laboratory to do it in. */
  to: string | undefined;
  /** Where it can be copied from another laboratory. */
  copiedAt?: string | undefined;
  /** Unknown until it is loaded. */
  done: boolean | undefined;
};

const firstStep = { label: 'Create a laboratory', to: paths.laboratories };

/** What is left to set up in the network, then in a laboratory; nothing once the laboratory is in use. */
export function SetupChecklistContent({ laboratoryId }: { laboratoryId?: string | undefined }) {
  const own = useUser().laboratoryId;
  const { allowed, scope } = usePermission('laboratories.create');
  const { data } = useQuery({
    ...laboratoryOptions,
    enabled: allowed && scope === 'all' && laboratoryId === undefined,
  });
  const edits = usePermission('laboratories.edit').allowed;
  const steps = use(SetupSteps);
  // Where there are several laboratories and none is chosen, there is none to set up.
  const chosen = laboratoryId ?? own?._id ?? (data?.length === 1 ? data[0]?._id : undefined);
  if (data?.length === 0 && chosen === undefined) {
    const later = steps.map(({ label }) => ({ label, to: undefined, done: false }));
    return <Steps steps={[{ ...firstStep, done: false }, ...later]} />;
  }
  return edits && chosen !== undefined ? <LaboratorySteps key={chosen} id={chosen} /> : null;
}

function LaboratorySteps({ id }: { id: string }) {
  const { permissions } = useUser();
  const steps = use(SetupSteps).filter(({ permission }) => permissions[permission].allowed);
  const required = steps.filter((step) => step.required);
  const requiredChecks = useQueries({ queries: required.map(({ done }) => done(id)) });
  const isNew = requiredChecks.some(({ data }) => data === false);
  const checks = useQueries({ queries: isNew ? steps.map(({ done }) => done(id)) : [] });
  const seesOthers = permissions['laboratories.view'].scope === 'all';
  const { data: laboratories = [] } = useQuery({ ...laboratoryOptions, enabled: isNew && seesOthers });
  if (!isNew) return null;
  const shown = steps.map(({ label, path, copiedAt }, index) => ({
    label,
    to: withQuery(path, { laboratoryId: id }),
    copiedAt: laboratories.length > 1 ? copiedAt?.(id) : undefined,
    done: checks[index]?.data,
  }));
  return <Steps steps={[{ ...firstStep, done: true }, ...shown]} />;
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
        sx={{ my: 2, borderRadius: 1, bgcolor: 'divider' }}
      />
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step) => (
          <Box component="li" key={step.label} sx={{ display: 'flex', gap: 2, alignItems: 'center', minHeight: 44 }}>
            {step.done ? (
              <CheckCircle color="success" titleAccess="Done" />
            ) : (
              <RadioButtonUnchecked color="action" titleAccess="To do" />
            )}
            {step.done || step.to === undefined ? (
              <Typography color="textSecondary">{step.label}</Typography>
            ) : (
              <span>
                <MuiLink component={Link} to={step.to} sx={{ fontWeight: step === next ? 600 : 400 }}>
                  {step.label}
                </MuiLink>
                {step.copiedAt !== undefined && (
                  <>
                    {' · '}
                    <MuiLink component={Link} to={step.copiedAt}>
                      Copy them from another laboratory
                    </MuiLink>
                  </>
                )}
              </span>
            )}
          </Box>
        ))}
      </Box>
    </SectionCard>
  );
}
