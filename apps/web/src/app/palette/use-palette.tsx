import Search from '@mui/icons-material/SearchOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { enqueueSnackbar } from 'notistack';
import { type ReactElement, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ErrorBoundary } from '../../ui/error-boundary';
import { ErrorState } from '../../ui/feedback/error-state';
import { printed } from '../../ui/printed-keys';
import { useShortcuts } from '../../ui/shortcuts';
import { openLayers } from '../../lib/layers';
import { lazyComponent } from '../../lib/lazy-component';
import { leavePage } from '../../lib/leave-page';
import { paletteState } from '../../lib/palette-state';
import { usePreloaded } from '../../lib/use-preloaded';
import type { NavigationItem } from '../layout/navigation-items';
import { MAX_LENGTH, PaletteInput } from './palette-input';

const Palette = lazyComponent(async () => (await import('./palette')).Palette);

const KEYS = 'ctrl+k';

/**
 * The command palette: what opens it, and the dialog. Ctrl+K opens it above a page, and above what has an address of
 * its own; anything else that is open could lose what was typed.
 */
export function usePalette(
  items: readonly NavigationItem[],
  asIcon: boolean,
): { button: ReactElement; dialog: ReactElement } {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  usePreloaded(Palette);
  useEffect(() => {
    paletteState.set(isOpen);
    return () => paletteState.set(false);
  }, [isOpen]);
  const open = () => {
    setTyped('');
    setOpen(true);
  };
  const close = () => setOpen(false);
  const openByKey = () => {
    if (isOpen) close();
    else if (openLayers().every(({ dataset }) => dataset['addressed'] !== undefined)) open();
    else enqueueSnackbar('Close the open dialog before you search.', { variant: 'info', preventDuplicate: true });
  };
  useShortcuts([
    { keys: [KEYS], effect: 'Search, and go to any page', run: openByKey },
    ...items.flatMap(({ key, label, path }) =>
      key === undefined
        ? []
        : [{ keys: [`g ${key}`], effect: `Go to ${label}`, run: () => leavePage(() => void navigate(path)) }],
    ),
  ]);
  return {
    button: asIcon ? (
      <IconButton aria-label="Search" aria-haspopup="dialog" onClick={open}>
        <Search />
      </IconButton>
    ) : (
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Search />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        sx={fieldStyle}
      >
        Search
        <kbd aria-hidden>{printed(KEYS)}</kbd>
      </Button>
    ),
    dialog: (
      <Box
        open={isOpen}
        onClose={close}
        fullScreen={asIcon}
        fullWidth
        maxWidth="sm"
        slotProps={{ paper: { 'aria-label': 'Search' } }}
      >
        <ErrorBoundary
          fallback={(error, retry) => (
            <ErrorState title="Couldn't load the search" error={error} titleOnly onRetry={retry} />
          )}
        >
          <Suspense
            fallback={
              <PaletteInput
                autoFocus
                aria-label="Search"
                aria-busy
                value={typed}
                maxLength={MAX_LENGTH}
                onChange={(event) => setTyped(event.target.value)}
                sx={{ m: '4px 44px' }}
              />
            }
          >
            <Palette typed={typed} onType={setTyped} items={items} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      </Box>
    ),
  };
}

/** Looks like a box to type in. */
const fieldStyle = {
  flexShrink: 0,
  width: 'min(320px, 34%)',
  justifyContent: 'flex-start',
  fontWeight: 400,
  color: 'text.secondary',
  '& kbd': {
    ml: 'auto',
    px: 1,
    font: 'inherit',
    fontSize: '0.75rem',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
} as const;

const Box = styled(Dialog)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    // It grows downwards only, so that the box stays where it is.
    '& .MuiDialog-container': { alignItems: 'flex-start' },
    '& .MuiDialog-paper': { margin: '12vh 32px 32px', maxHeight: 'min(560px, 76vh)' },
  },
}));
