import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { saveBlob } from '../lib/save-file';
import { AppDialog } from './app-dialog';
import { ConfirmDialog } from './confirm-dialog';
import { CopyButton } from './copy-button';
import { useLeaveGuard } from './drawers/use-leave-guard';

type OneTimeDialogProps = {
  title: string;
  maxWidth: 'sm' | 'md';
  copied: string;
  file: { content: () => Blob; name: string; label: string };
  printLabel: string;
  /** What is printed. */
  sheet: ReactNode;
  /** What is lost by closing before the file was saved; nothing if printing was enough. */
  describeLoss: (printed: boolean) => string | undefined;
  /** Leads back from that question: `Back to the codes`. */
  backLabel: string;
  children: ReactNode;
  onClose: () => void;
};

/** Secrets that are shown once: to be copied, saved as a file, or printed. */
export function OneTimeDialog(props: OneTimeDialogProps) {
  const { title, maxWidth, copied, file, printLabel, sheet, describeLoss, backLabel, children, onClose } = props;
  const [saved, setSaved] = useState(false);
  const [printed, setPrinted] = useState(false);
  const [leave, setLeave] = useState<() => void>();
  const loss = saved ? undefined : describeLoss(printed);
  useLeaveGuard(loss !== undefined, (go) => setLeave(() => go));
  const save = () => {
    saveBlob(file.content(), file.name);
    setSaved(true);
  };
  const print = () => {
    window.print();
    setPrinted(true);
  };
  const close = () => (loss === undefined ? onClose() : setLeave(() => onClose));
  return (
    <AppDialog
      fillsPhone
      maxWidth={maxWidth}
      title={title}
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') close();
      }}
      actions={
        <>
          <CopyButton text={copied} label="Copy all" />
          <Button variant="outlined" color="inherit" startIcon={<Download />} onClick={save}>
            {file.label}
          </Button>
          <Button variant="outlined" color="inherit" startIcon={<Print />} onClick={print}>
            {printLabel}
          </Button>
          <Button variant="contained" onClick={close}>
            Done
          </Button>
        </>
      }
      beside={
        <>
          <ConfirmDialog
            open={leave !== undefined}
            title="Close without saving"
            verb="Close"
            destructive
            cancelLabel={backLabel}
            onCancel={() => setLeave(undefined)}
            onConfirm={() => leave?.()}
          >
            {loss}
          </ConfirmDialog>
          {sheet}
        </>
      }
    >
      {children}
    </AppDialog>
  );
}
