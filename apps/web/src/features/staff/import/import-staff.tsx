import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { StaffImport } from '@shifa/contract';
import { useId } from 'react';
import { Banner } from '../../../components/banner';
import { FileDrop } from '../../../components/file-drop';
import { formatCount } from '../../../lib/format';
import { peopleWords } from '../bulk/bulk-dialog';
import { ImportFaults } from './import-faults';
import { ImportPasswords } from './import-passwords';
import { ImportTemplates } from './import-templates';
import { useImport } from './use-import';

/** Takes in a list of people: the file is read whole and every fault told before anything is written. */
export function ImportStaff({ onClose }: { onClose: () => void }) {
  const id = useId();
  const wide = !useMediaQuery(useTheme().breakpoints.down('sm'));
  const state = useImport();
  const { file, checked, created, busy } = state;
  if (created) return <ImportPasswords created={created} onClose={onClose} />;
  const ready = checked !== undefined && checked.faults.length === 0 && checked.rows > 0;
  return (
    <Dialog open fullScreen={!wide} onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Import people</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <ImportTemplates />
          <FileDrop
            label={file ? 'Choose another file' : 'Choose a file'}
            help={file ? file.name : 'Excel or CSV, up to 1,000 rows and 1 MB'}
            accept=".xlsx,.csv"
            disabled={busy}
            onFile={state.choose}
          />
          {busy && <LinearProgress aria-label={state.writing ? 'Importing' : 'Reading the file'} />}
          {state.refusal && <Banner tone="error">{state.refusal}</Banner>}
          {checked && <Outcome checked={checked} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!ready} loading={state.writing} onClick={state.write}>
          {ready ? `Import ${peopleWords(checked.rows)}` : 'Import'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Outcome({ checked: { rows, faults } }: { checked: StaffImport }) {
  if (rows === 0 && faults.length === 0) return <Banner tone="warning">The file has no rows below its heading.</Banner>;
  if (faults.length === 0) {
    return <Banner tone="success">All {formatCount(rows)} rows can be taken. Nothing has been written yet.</Banner>;
  }
  return (
    <>
      <Banner tone="error">
        {formatCount(faults.length)} of {formatCount(rows)} rows {faults.length === 1 ? 'is' : 'are'} at fault, so
        nothing was written. Mend the file and choose it again.
      </Banner>
      <ImportFaults faults={faults} />
      <Typography variant="body2" color="textSecondary">
        Rows count as in the sheet: the heading is row 1.
      </Typography>
    </>
  );
}
