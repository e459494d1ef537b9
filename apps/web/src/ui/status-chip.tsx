import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import type { ReactElement } from 'react';
import { tint, type Tone } from './tint';

type StatusChipProps = {
  /** `neutral` for what is over and needs no one. */
  tone: Tone | 'neutral';
  icon: ReactElement;
  label: string;
};

/** A state as icon and word, so that it never hangs on the colour alone. */
export function StatusChip({ tone, icon, label }: StatusChipProps) {
  const style = (theme: Theme) => {
    if (tone === 'neutral') {
      return { color: theme.vars.palette.text.secondary, backgroundColor: theme.vars.palette.action.hover };
    }
    return { color: theme.vars.palette[tone].main, backgroundColor: tint(theme, tone) };
  };
  return <Chip size="small" icon={icon} label={label} sx={style} />;
}

/** The chip of a status, from the label and the look of each. */
export function chipOf<Status extends string>(
  labels: Readonly<Record<NoInfer<Status>, string>>,
  looks: Readonly<Record<Status, Omit<StatusChipProps, 'label'>>>,
) {
  return function NamedChip({ status }: { status: Status }) {
    return <StatusChip {...looks[status]} label={labels[status]} />;
  };
}
