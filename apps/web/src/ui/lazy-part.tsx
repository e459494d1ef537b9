import Button from '@mui/material/Button';
import { type ComponentType, type ReactNode, useState } from 'react';
import { CodeLoadError, type LazyComponent, lazyComponent } from '../lib/lazy-component';
import { paletteState } from '../lib/palette-state';
import { useStore } from '../lib/store';
import { AppDialog } from './app-dialog';
import { Banner } from './feedback/banner';
import { ErrorBoundary } from './error-boundary';

/**
 * A part of a page whose code is fetched when it is first rendered, below a `Suspense`. Where the code cannot be
 * fetched, the part says so in its own place, or as a dialog if it can be closed: the page with what was typed stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const Part = lazyComponent(load);
  function LazyPart(props: Props) {
    return (
      <ErrorBoundary
        fallback={(error, retry) => {
          // A defect of the part is reported by the page.
          if (!(error instanceof CodeLoadError)) throw error;
          return 'open' in props && props.open === false ? null : (
            <NotLoaded onClose={closeIn(props)} onRetry={retry} />
          );
        }}
      >
        {closeIn(props) ? (
          <AfterPalette>
            <Part {...props} />
          </AfterPalette>
        ) : (
          <Part {...props} />
        )}
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyPart, { preload: Part.preload });
}

/** A drawer or a dialog; if the palette was opened before its code arrived, it opens when the palette is closed. */
function AfterPalette({ children }: { children: ReactNode }) {
  const isPaletteOpen = useStore(paletteState);
  const [opened, setOpened] = useState(!isPaletteOpen);
  if (!opened && !isPaletteOpen) setOpened(true);
  return opened ? children : null;
}

function closeIn(props: object): (() => void) | undefined {
  return 'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;
}

type NotLoadedProps = { onClose: (() => void) | undefined; onRetry: () => void };

function NotLoaded({ onClose, onRetry }: NotLoadedProps) {
  if (!onClose) {
    return (
      <Banner
        tone="warning"
        action={
          <Button size="small" color="inherit" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        This needs a connection. It opens when the server can be reached.
      </Banner>
    );
  }
  return (
    <AppDialog
      onClose={onClose}
      title="This needs a connection"
      actions={
        <>
          <Button variant="outlined" color="inherit" autoFocus onClick={onClose}>
            Close
          </Button>
          <Button variant="contained" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      It couldn't be opened, because the server can't be reached. What you entered is still there.
    </AppDialog>
  );
}
