import Tooltip from '@mui/material/Tooltip';
import { type MouseEvent, type ReactElement, useId, useState } from 'react';

const SHOWN_AFTER_TAP_MS = 4_000;

/** What a locked control needs: it stays reachable, does nothing, and is described by the reason. */
export type DisabledControl = {
  'aria-disabled': true;
  'aria-describedby': string;
  onClick: (event: MouseEvent) => void;
};

type DisabledTooltipProps = { reason: string; children: (control: DisabledControl) => ReactElement };

/**
 * Says why a control is locked: to a pointer that rests on it, to the keyboard that reaches it, and at a tap, where
 * nothing can rest. A screen reader hears the reason with the control, whether it is shown or not.
 */
export function DisabledTooltip({ reason, children }: DisabledTooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOpen(true);
  };
  return (
    <>
      <Tooltip
        describeChild
        // A text would become the browser's own tooltip as well.
        title={<span>{reason}</span>}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        leaveTouchDelay={SHOWN_AFTER_TAP_MS}
      >
        {children({ 'aria-disabled': true, 'aria-describedby': id, onClick })}
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
