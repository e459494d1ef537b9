import type { Theme } from '@mui/material/styles';

/** A colour that carries a meaning. */
export type Tone = 'primary' | 'accent' | 'success' | 'warning' | 'error' | 'info';

/** The colour of a role thinned over the surface, to stand behind words in that role. */
export function tint(theme: Theme, tone: Tone): string {
  const { palette } = theme.vars;
  return `color-mix(in srgb, ${palette[tone].main} ${palette.background.tint}, ${palette.background.paper})`;
}
