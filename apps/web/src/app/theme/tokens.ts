/** The roles that carry a meaning; a chip, an alert or a button is coloured by one of them. */
export const roles = ['primary', 'accent', 'success', 'warning', 'error', 'info'] as const;
export type ColorRole = (typeof roles)[number];

export type ColorTokens = Record<ColorRole, string> & {
  ground: string;
  surface: string;
  hairline: string;
  /** The edge of a field: 3:1 against the surface, which a hairline is not. */
  control: string;
  text: string;
  secondary: string;
  onFilled: string;
  /** How much of a role is laid over the surface behind text of that role, in per cent. */
  tint: number;
};

export const light: ColorTokens = {
  ground: '#F6F8F8',
  surface: '#FFFFFF',
  hairline: '#DDE5E6',
  control: '#7E8F93',
  text: '#0F1F22',
  secondary: '#4A5B5F',
  primary: '#0B6E6E',
  accent: '#5B4BC4',
  success: '#17733A',
  warning: '#8A5200',
  error: '#B3261E',
  info: '#0B629B',
  onFilled: '#FFFFFF',
  tint: 10,
};

export const dark: ColorTokens = {
  ground: '#0C1416',
  surface: '#131E21',
  hairline: '#26363A',
  control: '#62777C',
  text: '#E7EFF0',
  secondary: '#A3B5B9',
  primary: '#4FD1C5',
  accent: '#B4A9F5',
  success: '#5FD38D',
  warning: '#F2B84B',
  error: '#FF8A80',
  info: '#6FC3F7',
  onFilled: '#0C1416',
  tint: 18,
};

/** Pixels; the grid is 4. */
export const space = { gutter: 24, gutterPhone: 16, card: 20, section: 24, field: 16 } as const;
export const radius = { control: 8, card: 12, dialog: 16 } as const;
export const layout = {
  sidebar: 240,
  content: 1440,
  form: 640,
  drawer: 480,
  topBar: 48,
  bottomBar: 60,
  pageAction: 60,
  /** A phone whose keyboard is shown is not higher. */
  lowWindow: 480,
} as const;

/** Pixels away from an edge of the window, beyond what the phone's camera and corners cut off there. */
export function safe(edge: 'top' | 'right' | 'bottom' | 'left', distance = 0): string {
  return `calc(${distance}px + env(safe-area-inset-${edge}))`;
}

export const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
