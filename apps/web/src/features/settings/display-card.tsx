import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { useColorScheme } from '@mui/material/styles';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Choice } from '../../ui/fields/choice';
import { SectionCard } from '../../ui/section-card';
import { type Segment, SegmentedChoice } from '../../ui/segmented-choice';
import { useDisplayPreferences } from '../../screens/use-display-preferences';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;
const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;
const dateStyles = [
  { value: 'month-first', label: 'Nov 21, 2026' },
  { value: 'day-first', label: '21 Nov 2026' },
  { value: 'iso', label: '2026-11-21' },
] as const;

type DisplayCardProps = {
  /** The sections that the person may open. */
  startPages: readonly { path: string; label: string }[];
};

/** How the product looks to the person; every choice is stored at once. */
export function DisplayCard({ startPages }: DisplayCardProps) {
  const { display, change } = useDisplayPreferences();
  const { mode = 'system', setMode } = useColorScheme();
  const chooseTheme = (theme: (typeof themes)[number]['value']) => {
    setMode(theme);
    change({ theme });
  };
  return (
    <SectionCard title="Display">
      <Stack sx={{ gap: 5, maxWidth: 640 }}>
        <Row label="Theme" segments={themes} value={mode} onChange={chooseTheme} />
        <Row
          label="Density of tables"
          segments={densities}
          value={display.density}
          onChange={(density) => change({ density })}
        />
        <Row
          label="Dates"
          segments={dateStyles}
          value={display.dateStyle}
          onChange={(dateStyle) => change({ dateStyle })}
        />
        <FormControlLabel
          labelPlacement="start"
          sx={{ mx: 0, justifyContent: 'space-between', gap: 4 }}
          control={<Switch checked={display.indianDigits} onChange={(_, indianDigits) => change({ indianDigits })} />}
          label={
            <>
              Indian digit grouping
              <Typography
                variant="body2"
                color="textSecondary"
                className="tabular"
                component="span"
                sx={{ display: 'block' }}
              >
                {display.indianDigits ? '₹12,50,000.00 instead of ₹1,250,000.00' : '₹1,250,000.00, not ₹12,50,000.00'}
              </Typography>
            </>
          }
        />
        <div>
          <Choice
            label="Start page"
            value={display.startPage}
            options={startPages.map(({ path, label }) => ({ value: path, label }))}
            onChange={(startPage) => change({ startPage })}
          />
        </div>
      </Stack>
    </SectionCard>
  );
}

type RowProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

function Row<Value extends string>(props: RowProps<Value>): ReactNode {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 }}>
      <Typography>{props.label}</Typography>
      <SegmentedChoice {...props} />
    </Stack>
  );
}
