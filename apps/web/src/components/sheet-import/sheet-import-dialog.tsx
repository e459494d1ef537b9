import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { formatCount } from '../../lib/format';
import { Banner } from '../banner';
import { FileDrop } from '../file-drop';
import { SheetFaults } from './sheet-faults';
import { type FetchTemplate, SheetTemplates } from './sheet-templates';
import { type Imported, type SendSheet, useSheetImport } from './use-sheet-import';

/** What an import calls its rows. */
export type RowLabels = {
  /** `1 person`, `300 people`. */
  count: (rows: number) => string;
  /** Over what tells a row from the others: `Who`. */
  heading: string;
  /** Where a row has nothing of the kind: `No name`. */
  nameless: string;
};

type SheetImportDialogProps<Result extends Imported> = {
  /** `Import people` */
  title: string;
  /** What a sheet has to look like. */
  children: ReactNode;
  labels: RowLabels;
  fetchTemplate: FetchTemplate;
  send: SendSheet<Result>;
  /** What is to be known of a file without faults before it is written. */
  summary?: (checked: Result) => ReactNode;
  onApplied: (result: Result) => void;
  onClose: () => void;
};

/** Takes in a list: the file is read whole and every fault told before anything is written. */
export function SheetImportDialog<Result extends Imported>(props: SheetImportDialogProps<Result>) {
  const { title, children, labels, fetchTemplate, summary, onClose } = props;
  const id = useId();
  const wide = !useMediaQuery(useTheme().breakpoints.down('sm'));
  const state = useSheetImport(props);
  const { file, checked, busy } = state;
  const ready = checked !== undefined && checked.faults.length === 0 && checked.rows > 0;
  return (
    <Dialog open fullScreen={!wide} onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <div>
            <Typography>{children}</Typography>
            <SheetTemplates fetchTemplate={fetchTemplate} />
          </div>
          <FileDrop
            label={file ? 'Choose another file' : 'Choose a file'}
            help={file ? file.name : 'Excel or CSV, up to 1,000 rows and 1 MB'}
            accept=".xlsx,.csv"
            disabled={busy}
            onFile={state.choose}
          />
          {busy && <LinearProgress aria-label={state.writing ? 'Importing' : 'Reading the file'} />}
          {state.refusal && <Banner tone="error">{state.refusal}</Banner>}
          {checked && <Outcome checked={checked} labels={labels} />}
          {ready && summary?.(checked)}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!ready} loading={state.writing} onClick={state.write}>
          {ready ? `Import ${labels.count(checked.rows)}` : 'Import'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Outcome({ checked: { rows, faults }, labels }: { checked: Imported; labels: RowLabels }) {
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
      <SheetFaults faults={faults} heading={labels.heading} nameless={labels.nameless} />
      <Typography variant="body2" color="textSecondary">
        Rows count as in the sheet: the heading is row 1.
      </Typography>
    </>
  );
}
