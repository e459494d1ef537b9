import { createTheme, type PaletteOptions } from '@mui/material/styles';
import { components } from './components';
import { dark, fontFamily, light, radius, type ColorTokens } from './tokens';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface TypeBackground {
    tint: string;
  }
  interface Palette {
    accent: Palette['primary'];
    control: string;
  }
  interface PaletteOptions {
    accent?: PaletteOptions['primary'];
    control?: string;
  }
  interface TypographyVariants {
    figure: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    figure?: React.CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true;
  }
}

/** Where the choice of light, dark or system is kept; `public/theme.js` reads it too. */
export const MODE_STORAGE_KEY = 'theme';

function palette(colors: ColorTokens): PaletteOptions {
  const filled = (main: string) => ({ main, contrastText: colors.onFilled });
  return {
    primary: filled(colors.primary),
    secondary: filled(colors.accent),
    accent: filled(colors.accent),
    success: filled(colors.success),
    warning: filled(colors.warning),
    error: filled(colors.error),
    info: filled(colors.info),
    background: { default: colors.ground, paper: colors.surface, tint: `${colors.tint}%` },
    text: { primary: colors.text, secondary: colors.secondary },
    divider: colors.hairline,
    control: colors.control,
    action: { active: colors.secondary, hover: `${colors.text}0D`, selected: `${colors.text}1A` },
  };
}

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme', cssVarPrefix: 'shifa' },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  shape: { borderRadius: radius.control },
  spacing: 4,
  motion: { reducedMotion: 'system' },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 140,
      short: 160,
      standard: 180,
      complex: 200,
      enteringScreen: 180,
      leavingScreen: 140,
    },
    easing: {
      easeInOut: 'ease-out',
      easeOut: 'ease-out',
      easeIn: 'ease-out',
      sharp: 'ease-out',
    },
  },
  typography: {
    fontFamily,
    fontSize: 14,
    h1: {
      fontSize: '1.5rem',
      fontWeight: 600,
      lineHeight: 1.3,
      letterSpacing: '-0.015em',
      '@media (max-width: 599.95px)': { fontSize: '1.25rem' },
    },
    h2: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.35, letterSpacing: '-0.01em' },
    h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
    h4: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.45 },
    subtitle1: { fontSize: '1rem', fontWeight: 500, lineHeight: 1.5 },
    subtitle2: { fontSize: '0.8125rem', fontWeight: 500, lineHeight: 1.5 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.75rem', lineHeight: 1.5 },
    button: { fontSize: '0.875rem', fontWeight: 500, lineHeight: 1.5, textTransform: 'none' },
    figure: {
      fontFamily,
      fontSize: '1.875rem',
      fontWeight: 600,
      lineHeight: 1.2,
      letterSpacing: '-0.02em',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  components,
});
