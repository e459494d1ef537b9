import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Portal from '@mui/material/Portal';
import { styled } from '@mui/material/styles';
import { Banner } from '../../ui/feedback/banner';
import { OneTimeDialog } from '../../ui/one-time-dialog';
import { product } from '../../config/product';
import { useUser } from '../../data/use-session';

/** Recovery codes, shown once: to be copied, saved as a file, or printed. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useUser();
  const text = [`Recovery codes of ${email} for ${product.name}`, 'Each works once.', '', ...codes, ''].join('\r\n');
  return (
    <OneTimeDialog
      maxWidth="sm"
      title="Your recovery codes"
      copied={text}
      file={{ content: () => new Blob([text], { type: 'text/plain' }), name: 'recovery-codes.txt', label: 'Save file' }}
      printLabel="Print"
      sheet={
        <Portal>
          <GlobalStyles styles={onlySheet} />
          <Sheet className="printed-alone">{text}</Sheet>
        </Portal>
      }
      describeLoss={(printed) =>
        printed ? undefined : "You haven't saved or printed the codes, and they aren't shown again."
      }
      backLabel="Back to the codes"
      onClose={onClose}
    >
      <Banner tone="warning">
        Keep these codes where you can find them without your phone. They aren't shown again.
      </Banner>
      <Box component="ul" aria-label="Recovery codes" sx={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
    </OneTimeDialog>
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
