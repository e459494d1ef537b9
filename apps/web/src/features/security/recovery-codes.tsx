import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Portal from '@mui/material/Portal';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyButton } from '../../ui/copy-button';
import { useLeaveGuard } from '../../ui/drawers/use-leave-guard';
import { Banner } from '../../ui/feedback/banner';
import { product } from '../../config/product';
import { saveBlob } from '../../lib/save-file';
import { useUser } from '../../data/use-session';

/** Recovery codes, shown once: to be copied, saved as a file, or printed. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useUser();
  const [kept, setKept] = useState(false);
  const [leave, setLeave] = useState<() => void>();
  useLeaveGuard(!kept, (go) => setLeave(() => go));
  const text = [`Recovery codes of ${email} for ${product.name}`, 'Each works once.', '', ...codes, ''].join('\r\n');
  const save = () => {
    saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
    setKept(true);
  };
  const print = () => {
    window.print();
    setKept(true);
  };
  const close = () => (kept ? onClose() : setLeave(() => onClose));
  return (
    <AppDialog
      fillsPhone
      maxWidth="sm"
      title="Your recovery codes"
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') close();
      }}
      actions={
        <>
          <CopyButton text={text} label="Copy all" />
          <Button variant="outlined" color="inherit" startIcon={<Download />} onClick={save}>
            Save file
          </Button>
          <Button variant="outlined" color="inherit" startIcon={<Print />} onClick={print}>
            Print
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
            cancelLabel="Back to the codes"
            onCancel={() => setLeave(undefined)}
            onConfirm={() => leave?.()}
          >
            You haven't saved or printed the codes, and they aren't shown again.
          </ConfirmDialog>
          <Portal>
            <GlobalStyles styles={onlySheet} />
            <Sheet className="printed-alone">{text}</Sheet>
          </Portal>
        </>
      }
    >
      <Banner tone="warning">
        Keep these codes where you can find them without your phone. They aren't shown again.
      </Banner>
      <Box component="ul" aria-label="Recovery codes" sx={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
    </AppDialog>
  );
}

const list = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 2,
  m: 0,
  p: 4,
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  fontFamily: 'monospace',
  fontSize: '1rem',
  textAlign: 'center',
} as const;

const onlySheet = {
  '@media print': {
    // Paper is white, whatever the screen is.
    ':root': { colorScheme: 'light !important' },
    'body > *:not(.printed-alone)': { display: 'none !important' },
    body: { overflow: 'visible !important', padding: '0 !important' },
  },
};

const Sheet = styled('pre')({
  display: 'none',
  fontSize: '14pt',
  lineHeight: 1.8,
  '@media print': { display: 'block' },
});
