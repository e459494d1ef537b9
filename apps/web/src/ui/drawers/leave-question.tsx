import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog';
import { useLeaveGuard } from './use-leave-guard';

type LeaveQuestionProps = {
  /** Whether something would be lost now. */
  active: boolean;
  title: string;
  /** What would be lost. */
  children: ReactNode;
  /** The verb on the button that leaves: `Discard`. */
  verb: string;
  cancelLabel: string;
  destructive?: boolean;
  /** What leaving does before it leads on, such as ending what runs. */
  onLeave?: () => void;
};

/** Asks before someone leaves the page by a link, the palette, or the back button while something would be lost. */
export function LeaveQuestion({ active, onLeave, ...question }: LeaveQuestionProps) {
  const [leave, setLeave] = useState<() => void>();
  useLeaveGuard(active, (go) => setLeave(() => go));
  return (
    <ConfirmDialog
      {...question}
      open={active && leave !== undefined}
      onCancel={() => setLeave(undefined)}
      onConfirm={() => {
        setLeave(undefined);
        onLeave?.();
        leave?.();
      }}
    />
  );
}
