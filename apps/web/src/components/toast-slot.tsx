import { styled } from '@mui/material/styles';
import { type ComponentProps, useEffect, useRef, useSyncExternalStore } from 'react';

/** The slots of open drawers and dialogs, the topmost last. */
let slots: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  slots = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts are shown instead of over the page, while a drawer or a dialog is open. */
export function useToastSlot(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => slots.at(-1));
}

/** Takes the toasts while its drawer or dialog is open, so that they never cover what somebody reads or types. */
export function ToastSlot() {
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = slot.current;
    if (!element) return;
    change([...slots, element]);
    return () => change(slots.filter((other) => other !== element));
  }, []);
  return <Slot ref={slot} />;
}

/** The element of every dialog's surface, which keeps its own styles: only so does a long dialog scroll. */
export function DialogSurface({ children, ...props }: ComponentProps<'div'>) {
  return (
    <div {...props}>
      {children}
      <ToastSlot />
    </div>
  );
}

const Slot = styled('div')({
  flexShrink: 0,
  '& .notistack-SnackbarContainer': {
    position: 'static',
    width: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    padding: '0 16px',
    boxSizing: 'border-box',
  },
});
