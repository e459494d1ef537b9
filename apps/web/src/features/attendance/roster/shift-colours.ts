import type { Theme } from '@mui/material/styles';
import type { ShiftColour } from '@shifa/contract';

/** The text colour of each shift in light and dark; at least 4.5:1 on its own tint. */
const colours: Record<ShiftColour, { light: string; dark: string }> = {
  teal: { light: '#0B6463', dark: '#4FD1C5' },
  blue: { light: '#0B579E', dark: '#7AB8FF' },
  indigo: { light: '#433AA8', dark: '#AAB0FF' },
  purple: { light: '#7A2E9E', dark: '#D6A3F7' },
  pink: { light: '#9E2167', dark: '#FF9FD2' },
  red: { light: '#A8221B', dark: '#FF938A' },
  orange: { light: '#8F4500', dark: '#FFB070' },
  amber: { light: '#6E5200', dark: '#F2C94B' },
  green: { light: '#17673A', dark: '#5FD38D' },
  grey: { light: '#4A5B5F', dark: '#A3B5B9' },
};

/** The style of everything that carries `data-colour`: the colour as text on its own tint. */
export function shiftColourStyle(theme: Theme): Record<string, object> {
  const paper = theme.vars.palette.background.paper;
  return Object.fromEntries(
    Object.entries(colours).map(([name, { light, dark }]) => [
      `& [data-colour="${name}"]`,
      {
        color: light,
        backgroundColor: `color-mix(in srgb, ${light} 12%, ${paper})`,
        ...theme.applyStyles('dark', { color: dark, backgroundColor: `color-mix(in srgb, ${dark} 18%, ${paper})` }),
      },
    ]),
  );
}
