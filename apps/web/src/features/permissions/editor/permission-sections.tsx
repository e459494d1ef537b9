import Block from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import type { Permission } from '@shifa/contract';
import { useId } from 'react';
import { type Segment, SegmentedChoice } from '../../../ui/segmented-choice';
import { formatDay } from '../../../lib/format';
import { useWholeDate } from '../../../ui/fields/field';
import { type Choice, choiceLabels, choices, formatChosen } from '../permission-draft';
import { formatOutcome, PermissionOutcome, sourceLabels } from '../permission-outcome';
import { endedText } from '../permissions.messages';
import type { PermissionLine, PermissionSection } from './permission-lines';

type PermissionSectionsProps = {
  sections: readonly PermissionSection[];
  readOnly: boolean;
  onChoose: (permission: Permission, choice: Choice, until?: string) => void;
};

/** The permissions of a person, by resource. */
export function PermissionSections({ sections, ...rest }: PermissionSectionsProps) {
  return (
    <Stack sx={{ gap: 4 }}>
      {sections.map((section) => (
        <Section key={section.resource} section={section} {...rest} />
      ))}
    </Stack>
  );
}

type SectionProps = Omit<PermissionSectionsProps, 'sections'> & { section: PermissionSection };

function Section({ section, readOnly, onChoose }: SectionProps) {
  const id = useId();
  const overrides = section.lines.filter(({ choice }) => choice !== 'inherit').length;
  return (
    <Card component="section" aria-labelledby={id}>
      <Box sx={headStyle}>
        <Typography id={id} variant="h4" component="h2">
          {section.label}
          {overrides > 0 && (
            <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 2 }}>
              {plural(overrides, '1 override', `${overrides} overrides`)}
            </Typography>
          )}
        </Typography>
        <span aria-hidden>Role default</span>
        <span aria-hidden>Override</span>
        <span aria-hidden>Result</span>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {section.lines.map((line) => (
          <PermissionRow
            key={line.permission}
            section={section.label}
            line={line}
            readOnly={readOnly}
            onChoose={(choice, until) => onChoose(line.permission, choice, until)}
          />
        ))}
      </Box>
    </Card>
  );
}

const looks: Record<Choice, Pick<Segment<Choice>, 'icon' | 'tone'>> = {
  inherit: {},
  allow: { icon: <Check />, tone: 'success' },
  deny: { icon: <Block />, tone: 'error' },
};

type PermissionRowProps = {
  /** `Inventory` */
  section: string;
  line: PermissionLine;
  /** The viewer cannot change any permission of this person. */
  readOnly: boolean;
  onChoose: (choice: Choice, until?: string) => void;
};

/** One permission: the role default, the override, and the result with its reason. */
function PermissionRow({ section, line, readOnly, onChoose }: PermissionRowProps) {
  const id = useId();
  const { label, inherited, saved, choice, until, ended, changed, theirs, result, disabledChoices, disabledReason } =
    line;
  const segments = choices.map((value) => ({
    value,
    label: choiceLabels[value],
    ...looks[value],
    disabled: readOnly || disabledChoices.includes(value),
  }));
  const lastDay = useWholeDate({
    type: 'date',
    value: until ?? '',
    error: undefined,
    onChange: (day) => onChoose(choice, day || undefined),
  });
  return (
    <Box
      component="li"
      data-changed={changed || undefined}
      data-overridden={choice !== 'inherit' || undefined}
      sx={rowStyle}
    >
      <Box className="what">
        <Typography sx={{ fontWeight: 500 }}>
          {label}
          {changed && (
            <Typography component="span" variant="caption" sx={{ ml: 2, color: 'accent.main', fontWeight: 500 }}>
              Changed, was {choiceLabels[saved]}
            </Typography>
          )}
        </Typography>
        <Typography id={`${id}-reason`} variant="body2" color="textSecondary">
          {result.reason}
        </Typography>
        {ended && (
          <Typography variant="body2" color="textSecondary">
            {endedText(ended.allowed, formatDay(ended.until))}
          </Typography>
        )}
        {disabledReason !== undefined && !readOnly && (
          <Typography id={`${id}-disabled`} variant="caption" color="textSecondary" sx={disabledStyle}>
            <Lock />
            {disabledReason}
          </Typography>
        )}
        {theirs !== undefined && (
          <Typography variant="caption" component="div" color="warning">
            {changed ? `Someone set it to ${formatChosen(theirs)}.` : 'Someone made the same change.'}
            {changed && (
              <Button size="small" color="inherit" onClick={() => onChoose(theirs.choice, theirs.until)} sx={{ ml: 1 }}>
                Keep {formatChosen(theirs)}
              </Button>
            )}
          </Typography>
        )}
      </Box>
      <Box className="default">
        <span className="head">Role default</span>
        {formatOutcome(inherited)}
      </Box>
      <Box className="override">
        <SegmentedChoice
          label={`${section}: ${label}`}
          segments={segments}
          value={choice}
          onChange={(next) => onChoose(next, next === 'inherit' ? undefined : until)}
          describedBy={disabledReason === undefined ? `${id}-reason` : `${id}-reason ${id}-disabled`}
        />
        {choice !== 'inherit' && (!readOnly || until !== undefined) && (
          <TextField
            {...lastDay.input}
            size="small"
            label="Last day"
            error={lastDay.error !== undefined}
            helperText={lastDay.error}
            disabled={readOnly || (choice !== saved && disabledChoices.includes(choice))}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { 'aria-label': `Last day of ${section}: ${label}` },
            }}
            sx={{ mt: 4, width: '100%', maxWidth: 200 }}
          />
        )}
      </Box>
      <Box className="result">
        <span className="head">{changed ? 'After saving' : 'Now'}</span>
        <PermissionOutcome {...result} />
        <Typography variant="caption" component="div" color="textSecondary">
          {sourceLabels[result.source]}
        </Typography>
      </Box>
    </Box>
  );
}

const columns = 'minmax(0, 1fr) 128px 264px 136px';

const rowStyle = (theme: Theme) => ({
  display: 'grid',
  gridTemplateColumns: columns,
  columnGap: '20px',
  alignItems: 'center',
  padding: '12px 20px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  // A stripe marks what differs from the role; the row also says so in words.
  boxShadow: 'inset 3px 0 transparent',
  '&[data-overridden]': { boxShadow: `inset 3px 0 ${theme.vars.palette.divider}` },
  '&[data-changed]': { boxShadow: `inset 3px 0 ${theme.vars.palette.accent.main}` },
  '& .head': { display: 'none' },
  '& .default': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 136px',
    gridTemplateAreas: '"what what" "override override" "default result"',
    rowGap: '10px',
    alignItems: 'start',
    '& .what': { gridArea: 'what' },
    '& .default': { gridArea: 'default' },
    '& .override': { gridArea: 'override' },
    '& .result': { gridArea: 'result' },
    '& .head': { display: 'block', fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  },
  [theme.breakpoints.down('sm')]: { padding: '14px 16px' },
});

const disabledStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  mt: 1,
  '& svg': { fontSize: 14 },
};

const headStyle = (theme: Theme) => ({
  display: 'grid',
  gridTemplateColumns: columns,
  columnGap: '20px',
  alignItems: 'center',
  minHeight: 44,
  padding: '0 20px',
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  '& h2': { color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: '1fr', '& > span': { display: 'none' } },
  [theme.breakpoints.down('sm')]: { padding: '0 16px' },
});
