import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { Banner } from '../../ui/feedback/banner';
import { RelativeTime } from '../../ui/relative-time';
import type { Difference } from './differences';
import { KEPT_CHANGES } from './newer-version';
import type { Conflict } from './use-versioned-form';

type Decide = (keep: Difference['keep'], path?: string) => void;

type VersionConflictProps = { conflict: Conflict; onDecide: Decide };

/** Someone else saved first: who and when, what they wrote and what was typed here, and which of the two to save. */
export function VersionConflict({ conflict, onDecide }: VersionConflictProps) {
  const { by, at, action = 'saved a newer version', differences } = conflict;
  const open = differences.filter(({ isOpen }) => isOpen);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), [at]);
  return (
    <Stack
      ref={panel}
      tabIndex={-1}
      role="group"
      aria-label="Newer version"
      sx={open.length > 0 ? panelStyle : bareStyle}
    >
      <Banner tone="warning">
        <strong>{by ?? 'The system'}</strong> {action} <RelativeTime instant={at} />.{' '}
        {open.length > 0
          ? 'Nothing is lost. Choose what to keep in each field, then save.'
          : differences.length === 0 && conflict.action === undefined
            ? 'It matches your changes.'
            : KEPT_CHANGES}
      </Banner>
      {open.map((difference) => (
        <Choice key={difference.path} difference={difference} onDecide={onDecide} />
      ))}
      {open.length > 1 && (
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          <Button variant="outlined" color="inherit" size="small" onClick={() => onDecide('theirs')}>
            Take all theirs
          </Button>
          <Button variant="outlined" color="inherit" size="small" onClick={() => onDecide('yours')}>
            Keep all yours
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function Choice({ difference, onDecide }: { difference: Difference; onDecide: Decide }) {
  const { path, label, text, keep } = difference;
  const id = useId();
  return (
    <div>
      <Typography id={id} variant="subtitle2">
        {label}
      </Typography>
      <RadioGroup
        aria-labelledby={id}
        value={keep}
        onChange={(_, choice) => onDecide(choice as Difference['keep'], path)}
      >
        <FormControlLabel
          value="theirs"
          control={<Radio size="small" />}
          label={<Version of="Theirs" text={text.theirs} />}
        />
        <FormControlLabel
          value="yours"
          control={<Radio size="small" />}
          label={<Version of="Yours" text={text.yours} />}
        />
      </RadioGroup>
    </div>
  );
}

function Version({ of, text }: { of: string; text: string }) {
  return (
    <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
      <Typography component="span" color="textSecondary">
        {of}:
      </Typography>{' '}
      {text}
    </Typography>
  );
}

/** The banner alone, with its own frame. */
const bareStyle = { outline: 'none' };

const panelStyle = (theme: Theme) => ({
  gap: 4,
  p: 4,
  borderRadius: '12px',
  border: `1px solid ${theme.vars.palette.divider}`,
  outline: 'none',
  '& .MuiFormControlLabel-root': { alignItems: 'flex-start', mr: 0 },
  '& .MuiFormControlLabel-label': { pt: '7px' },
});
