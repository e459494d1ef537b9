import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayRangeFilter } from '../list/range-filter';
import { Choice } from '../../ui/fields/choice';
import { laboratoryOptions, withUnlisted } from '../../data/laboratory-options';
import { usePermission } from '../../data/use-session';
import { type Period, type PeriodState, formatPeriod } from './report-period';
import { capitalized } from '../../lib/format';

type ChosenState<Name extends string> = Omit<PeriodState, 'period'> & { period: Name | 'custom' };

type PeriodChooserProps<Name extends string> = {
  state: ChosenState<Name>;
  /** What the days of the period are: `Orders entered`. */
  label?: string;
  /** The periods to choose from, in their order. */
  labels: Readonly<Record<Name | 'custom', string>>;
  /** Says what the chosen period contains; by default, its days. */
  describe?: (period: string) => string;
  /** The resulting period, or what is wrong with the state. */
  chosen: Period | { fault: string };
  /** Whose scope decides whether there is a choice of laboratories. */
  permission: Permission;
  onChange: (patch: Partial<ChosenState<Name>>) => void;
  /** Why the server refused the period. */
  refusal?: string | undefined;
  /** More controls at the end of the row. */
  children?: ReactNode;
};

/** Chooses the period and, for viewers with several, the laboratory. */
export function PeriodChooser<Name extends string>(props: PeriodChooserProps<Name>) {
  const { state, label = 'Period', labels, describe = capitalized, chosen, permission, onChange } = props;
  const { refusal, children } = props;
  const names = Object.keys(labels) as (Name | 'custom')[];
  const fault = 'fault' in chosen ? chosen.fault : refusal;
  const choosePeriod = (period: Name | 'custom') => {
    // A custom period starts with the days on the screen.
    const days = period === 'custom' && !('fault' in chosen) ? chosen : { from: undefined, to: undefined };
    onChange({ period, ...days });
  };
  return (
    <Box component="section" aria-label="Period and filters" className="not-printed" sx={{ mb: 6 }}>
      <Stack direction="row" useFlexGap sx={rowStyle}>
        <Choice
          label={label}
          value={state.period}
          options={names.map((value) => ({ value, label: labels[value] }))}
          onChange={choosePeriod}
        />
        {state.period === 'custom' && (
          <Box sx={{ flex: { xs: '1 0 100%', sm: '0 1 320px' } }}>
            {dayRangeFilter({ label: 'Period', from: state.from, to: state.to, onChange }).fields}
          </Box>
        )}
        <LaboratoryFilter
          permission={permission}
          value={state.laboratoryId}
          onChange={(laboratoryId) => onChange({ laboratoryId })}
        />
        {children}
      </Stack>
      <Typography
        role={fault === undefined ? undefined : 'alert'}
        variant="body2"
        color={fault === undefined ? 'textSecondary' : 'error'}
        sx={{ mt: 2 }}
      >
        {fault ?? ('fault' in chosen ? '' : describe(formatPeriod(chosen)))}
      </Typography>
    </Box>
  );
}

type LaboratoryFilterProps = {
  permission: Permission;
  value: string | undefined;
  onChange: (laboratoryId: string | undefined) => void;
};

/** One laboratory or all of them, for viewers who see several. */
export function LaboratoryFilter({ permission, value, onChange }: LaboratoryFilterProps) {
  const seesNetwork = usePermission(permission).scope === 'all';
  const { data } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  if (!seesNetwork) return null;
  return (
    <Choice
      label="Laboratory"
      value={value ?? ''}
      options={[
        { value: '', label: 'All laboratories' },
        ...withUnlisted(data, value).map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  );
}

const rowStyle = { gap: 3, flexWrap: 'wrap', alignItems: 'flex-end' };
