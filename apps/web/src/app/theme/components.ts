import type { Components, Theme } from '@mui/material/styles';
import { tint } from '../../ui/tint';
import { touchTarget } from '../../ui/touch-target';
import { layout, radius, safe, space } from './tokens';

const ring = (color: string) => ({ outline: `2px solid ${color}`, outlineOffset: 2 });
const touch = '@media (pointer: coarse)';
const floating = '0 1px 2px rgb(8 24 28 / 0.08), 0 8px 24px rgb(8 24 28 / 0.14)';

/** How every control of the product looks; one language, said once. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // What takes the focus is not left behind a bar of the frame.
      html: {
        scrollPaddingTop: layout.topBar + space.gutterPhone,
        [theme.breakpoints.down('md')]: { scrollPaddingBottom: layout.bottomBar + space.gutterPhone },
        [theme.breakpoints.down('sm')]: {
          '&:has([data-page-action])': {
            scrollPaddingBottom: layout.bottomBar + layout.pageAction + space.gutterPhone,
          },
        },
      },
      body: { fontFeatureSettings: "'cv05', 'cv11'", WebkitFontSmoothing: 'antialiased' },
      '.tabular': { fontVariantNumeric: 'tabular-nums' },
      // A finger hits the link of one line of a table, not that of the next.
      [touch]: { 'tbody :is(td, th)': { boxSizing: 'border-box', height: 44 } },
      ':focus-visible': ring(theme.vars.palette.primary.main),
      '::selection': { background: `color-mix(in srgb, ${theme.vars.palette.primary.main} 24%, transparent)` },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': ring(theme.vars.palette.primary.main),
        // The input of a checkbox lies above it and takes the tap.
        '&:not(.MuiCheckbox-root, .MuiRadio-root, .MuiSwitch-switchBase)': touchTarget,
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
    // These animations tell MUI that the browser has filled a field, so that its label moves; labels here never move.
    defaultProps: { disableInjectingGlobalStyles: true },
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
        [touch]: { minHeight: 44 },
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
      // Enlarged text makes it higher.
      root: { height: '1.5rem', borderRadius: 6, fontSize: '0.75rem', fontWeight: 500 },
      // With the gap to the next line of chips, 44 pixels.
      deletable: { height: '1.75rem', [touch]: { height: '2.5rem' } },
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
        // The content of a form scrolls, and its buttons stay, as without a form.
        '& > form': { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0 },
        [theme.breakpoints.down('sm')]: {
          '&:not(.MuiDialog-paperFullScreen)': {
            margin: 16,
            width: 'calc(100% - 32px)',
            maxHeight: 'calc(100% - 32px)',
          },
        },
      }),
      paperFullScreen: { padding: `${safe('top')} ${safe('right')} ${safe('bottom')} ${safe('left')}` },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 600, padding: '20px 24px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '8px 24px 20px',
        gap: 16,
        [theme.breakpoints.down('sm')]: {
          flexWrap: 'wrap',
          gap: 8,
          '& > .MuiButton-root': { minHeight: 48, flex: '1 1 7rem' },
        },
      }),
    },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.vars.palette.divider,
        '.MuiDrawer-modal &': { boxShadow: floating },
        // Beside the camera of a phone that is held across.
        '.MuiDrawer-anchorRight &': { padding: `${safe('top')} ${safe('right')} 0 ${safe('left')}` },
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
        [`${theme.breakpoints.down('sm')}, (pointer: coarse)`]: { minHeight: 44 },
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
  // The line below the chosen tab takes no tap from it.
  MuiTabs: { styleOverrides: { root: { minHeight: 44 }, indicator: { pointerEvents: 'none' } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      // Alone in its place, and not within a text, where lines are closer than fingers.
      root: { 'td > &, th > &, dd > &, li > &, li > div > &, h2 > &': { position: 'relative', ...touchTarget } },
    },
  },
  MuiCheckbox: { styleOverrides: { root: { [touch]: { minWidth: 44, minHeight: 44 } } } },
  MuiRadio: { styleOverrides: { root: { [touch]: { minWidth: 44, minHeight: 44 } } } },
  MuiFormControlLabel: { styleOverrides: { root: { [touch]: { minHeight: 44 } } } },
  MuiSkeleton: { defaultProps: { animation: false } },
};
