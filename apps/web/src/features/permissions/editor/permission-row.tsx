import Block from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type Segment, SegmentedChoice } from '../../../components/segmented-choice';
import { type Choice, choiceLabels, choices } from '../permission-draft';
import { outcomeWords, PermissionOutcome, sourceLabels } from '../permission-outcome';
import type { PermissionLine } from './permission-lines';

const looks: Record<Choice, Pick<Segment<Choice>, 'icon' | 'tone'>> = {
  inherit: {},
  allow: { icon: <Check />, tone: 'success' },
  deny: { icon: <Block />, tone: 'error' },
};

type PermissionRowProps = {
  /** `Inventory` */
  section: string;
  line: PermissionLine;
  /** Nothing of this person is the viewer's to change. */
  readOnly: boolean;
  onChoose: (choice: Choice) => void;
};

/** One action: what the role gives, what this person has instead, and what comes of it, with the reason in words. */
export function PermissionRow({ section, line, readOnly, onChoose }: PermissionRowProps) {
  const id = useId();
  const { label, inherited, saved, choice, changed, theirs, result, locked, lockReason } = line;
  const segments = choices.map((value) => ({
    value,
    label: choiceLabels[value],
    ...looks[value],
    disabled: readOnly || locked.includes(value),
  }));
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
        {lockReason !== undefined && !readOnly && (
          <Typography id={`${id}-lock`} variant="caption" color="textSecondary" sx={lockStyle}>
            <Lock />
            {lockReason}
          </Typography>
        )}
        {theirs !== undefined && (
          <Typography variant="caption" component="div" color="warning">
            {theirs === choice ? 'Meanwhile saved just so.' : `Meanwhile set to ${choiceLabels[theirs]}.`}
            {theirs !== choice && (
              <Button size="small" color="inherit" onClick={() => onChoose(theirs)} sx={{ ml: 1 }}>
                Keep {choiceLabels[theirs]}
              </Button>
            )}
          </Typography>
        )}
      </Box>
      <Box className="default">
        <span className="head">Role default</span>
        {outcomeWords(inherited)}
      </Box>
      <Box className="override">
        <SegmentedChoice
          label={`${section}: ${label}`}
          segments={segments}
          value={choice}
          onChange={onChoose}
          describedBy={lockReason === undefined ? `${id}-reason` : `${id}-reason ${id}-lock`}
        />
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

export const columns = 'minmax(0, 1fr) 128px 248px 136px';

const rowStyle = (theme: Theme) => ({
  display: 'grid',
  gridTemplateColumns: columns,
  columnGap: '20px',
  alignItems: 'center',
  padding: '12px 20px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  // A stripe marks what differs from the role; its words stand in the row.
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

const lockStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  mt: 1,
  '& svg': { fontSize: 14 },
};
