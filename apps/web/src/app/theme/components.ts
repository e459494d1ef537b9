import type { Components, Theme } from '@mui/material/styles';
import { tint } from '../../components/tint';
import { layout, radius } from './tokens';

const ring = (color: string) => ({ outline: `2px solid ${color}`, outlineOffset: 2 });
/** A finger hits 44 pixels, also where a control looks smaller (WCAG 2.5.5). */
const touchTarget = {
  '@media (pointer: coarse)': {
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 'min(0px, calc((100% - 44px) / 2))',
    },
  },
} as const;
const floating = '0 1px 2px rgb(8 24 28 / 0.08), 0 8px 24px rgb(8 24 28 / 0.14)';

/** How every control of the product looks; one language, said once. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: { fontFeatureSettings: "'cv05', 'cv11'", WebkitFontSmoothing: 'antialiased' },
      '.tabular': { fontVariantNumeric: 'tabular-nums' },
      ':focus-visible': ring(theme.vars.palette.primary.main),
      '::selection': { background: `color-mix(in srgb, ${theme.vars.palette.primary.main} 24%, transparent)` },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': ring(theme.vars.palette.primary.main),
        '&:is(.MuiButton-root, .MuiIconButton-root, .MuiChip-root, .figure)': touchTarget,
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: radius.control,
        minHeight: 36,
        padding: '0 14px',
        whiteSpace: 'nowrap',
        // Enlarged text wraps instead of widening the page.
        [theme.breakpoints.down('sm')]: { whiteSpace: 'normal' },
      }),
      outlined: ({ theme }) => ({
        variants: [
          {
            props: { color: 'inherit' },
            style: {
              borderColor: theme.vars.palette.divider,
              backgroundColor: theme.vars.palette.background.paper,
              '&:hover': { backgroundColor: theme.vars.palette.action.hover },
            },
          },
        ],
      }),
      sizeSmall: { minHeight: 32, padding: '0 10px', fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 44, padding: '0 18px' },
    },
  },
  MuiIconButton: { styleOverrides: { root: { borderRadius: radius.control } } },
  MuiInputBase: {
    styleOverrides: {
      // Below 16 px a phone zooms into the field that is touched.
      root: ({ theme }) => ({ fontSize: '0.875rem', [theme.breakpoints.down('sm')]: { fontSize: '1rem' } }),
      input: { fontVariantNumeric: 'tabular-nums' },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        borderRadius: radius.control,
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.text.secondary,
        },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.control }),
      input: ({ theme }) => ({
        height: 'auto',
        padding: '9px 12px',
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 0.9 },
        // A browser paints what it filled in by itself in a blue or yellow of its own.
        '&:-webkit-autofill': {
          borderRadius: 'inherit',
          WebkitBoxShadow: `0 0 0 100px ${theme.vars.palette.background.paper} inset`,
          WebkitTextFillColor: theme.vars.palette.text.primary,
          caretColor: theme.vars.palette.text.primary,
        },
      }),
      multiline: { padding: 0 },
    },
  },
  // A long choice wraps: shortened, it could be mistaken for another.
  MuiSelect: { styleOverrides: { select: { '&&': { whiteSpace: 'normal', lineHeight: 1.25 } } } },
  MuiAutocomplete: {
    styleOverrides: {
      // As high as any other field.
      root: {
        '& .MuiOutlinedInput-root.MuiInputBase-root': { paddingTop: 0, paddingBottom: 0, paddingLeft: 7 },
        '& input.MuiAutocomplete-input': { paddingTop: 9, paddingBottom: 9 },
      },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', fontSize: '0.75rem' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: { borderRadius: radius.card } },
  },
  MuiCardContent: { styleOverrides: { root: { padding: 20, '&:last-child': { paddingBottom: 20 } } } },
  MuiChip: {
    styleOverrides: {
      root: { height: 24, borderRadius: 6, fontSize: '0.75rem', fontWeight: 500 },
      label: { paddingLeft: 8, paddingRight: 8 },
      deleteIcon: ({ theme }) => ({ color: theme.vars.palette.text.secondary }),
      icon: { fontSize: 14, marginLeft: 6, marginRight: -4, color: 'inherit' },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: radius.control, fontSize: '0.875rem', padding: '6px 12px', alignItems: 'flex-start' },
      standard: ({ theme }) => ({
        variants: (['success', 'info', 'warning', 'error'] as const).map((severity) => ({
          props: { severity },
          style: {
            color: theme.vars.palette[severity].main,
            backgroundColor: tint(theme, severity),
            '& .MuiAlert-icon': { color: 'inherit' },
          },
        })),
      }),
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(8 24 28 / 0.4)' } } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: radius.dialog,
        boxShadow: floating,
        border: `1px solid ${theme.vars.palette.divider}`,
      }),
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 600, padding: '20px 24px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px', gap: 8 } } },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.vars.palette.divider,
        '.MuiDrawer-modal &': { boxShadow: floating },
        maxWidth: '100%',
        width: layout.drawer,
        [theme.breakpoints.down('sm')]: { width: '100%' },
      }),
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: radius.control + 2,
        boxShadow: floating,
        border: `1px solid ${theme.vars.palette.divider}`,
        minWidth: 180,
      }),
      list: { padding: 4 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        borderRadius: 6,
        fontSize: '0.875rem',
        [theme.breakpoints.down('sm')]: { minHeight: 44 },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 32, color: 'inherit' } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterTouchDelay: 300 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: '0.75rem',
        fontWeight: 400,
        borderRadius: 6,
        padding: '6px 10px',
        color: theme.vars.palette.background.paper,
        backgroundColor: theme.vars.palette.text.primary,
      }),
    },
  },
  MuiTab: { styleOverrides: { root: { minHeight: 44, padding: '0 12px', minWidth: 0 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiSkeleton: { defaultProps: { animation: false } },
};
