import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { tint, type Tone } from './tint';

export type Segment<Value extends string> = {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** The colour of the segment while it is chosen. */
  tone?: Tone;
  disabled?: boolean;
};

const Group = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridAutoFlow: 'column',
  // As wide as each other where there is room.
  gridAutoColumns: 'minmax(max-content, 1fr)',
  border: `1px solid ${theme.vars.palette.control}`,
  borderRadius: theme.shape.borderRadius,
  // Segments that have no room, such as those with enlarged text, are reached by scrolling.
  maxWidth: '100%',
  boxSizing: 'border-box',
  overflow: 'auto hidden',
  scrollbarWidth: 'none',
  backgroundColor: theme.vars.palette.background.paper,
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '& input': { position: 'absolute', opacity: 0, inset: 0, margin: 0, cursor: 'inherit' },
}));

const Option = styled('label')<{ tone: Tone | undefined }>(({ theme, tone }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  minHeight: 30,
  padding: '0 clamp(6px, 2.2vw, 10px)',
  fontSize: '0.8125rem',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  color: theme.vars.palette.text.secondary,
  '& svg': { fontSize: 16 },
  '& + &': { borderLeft: `1px solid ${theme.vars.palette.divider}` },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:has(:checked)': {
    color: tone ? theme.vars.palette[tone].main : theme.vars.palette.text.primary,
    backgroundColor: tone ? tint(theme, tone) : theme.vars.palette.action.selected,
  },
  '&:has(:disabled)': { cursor: 'not-allowed' },
  '&:has(:disabled:not(:checked))': { color: theme.vars.palette.text.disabled, backgroundColor: 'transparent' },
  [`${theme.breakpoints.down('sm')}, (pointer: coarse)`]: { minHeight: 44 },
}));

type SegmentedChoiceProps<Value extends string> = {
  /** What is chosen: `Inventory: Edit`. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The id of words that belong to it. */
  describedBy?: string;
};

/** One of a few choices that stand side by side; the arrow keys go from one to the next. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, segments, value, onChange, describedBy } = props;
  const name = useId();
  const group = useRef<HTMLDivElement>(null);
  const labels = segments.map((segment) => segment.label).join();
  // The chosen segment is in sight, also after a label has grown by a number.
  useEffect(() => {
    const option = group.current?.querySelector<HTMLElement>(':checked')?.parentElement;
    if (group.current && option) {
      group.current.scrollLeft = option.offsetLeft - (group.current.clientWidth - option.offsetWidth) / 2;
    }
  }, [value, labels]);
  return (
    <Group ref={group} role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {segments.map((segment) => (
        <Option key={segment.value} tone={segment.tone}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            onChange={() => onChange(segment.value)}
          />
          {segment.icon}
          {segment.label}
        </Option>
      ))}
    </Group>
  );
}
