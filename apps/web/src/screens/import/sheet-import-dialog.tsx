import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { formatCount } from '../../lib/format';
import { correctRowsText, downloadRowsText, rowErrorsText } from '../screens.messages';
import { Banner } from '../../ui/feedback/banner';
import { FileDrop } from '../../ui/file-drop';
import { SheetDuplicates } from './sheet-duplicates';
import { DownloadInvalidRows, SheetFaults } from './sheet-faults';
import { type FetchTemplate, SheetTemplates } from './sheet-templates';
import { type Imported, type SendSheet, useSheetImport, validRowsOf } from './use-sheet-import';

/** What an import calls its rows. */
export type RowLabels = {
  /** `1 person`, `300 people`. */
  count: (rows: number) => string;
  /** What the label of a row is: `Person`. */
  heading: string;
  /** For a row without a label: `No name`. */
  nameless: string;
  /** What a row has in common with its possible duplicate: `date, amount, party and reference`. */
  matching?: string;
};

type SheetImportDialogProps<Result extends Imported> = {
  /** `Import people` */
  title: string;
  /** The columns of a sheet. */
  children: ReactNode;
  labels: RowLabels;
  fetchTemplate: FetchTemplate;
  send: SendSheet<Result>;
  /** A summary of the valid rows, shown before they are imported. */
  summary?: (checked: Result) => ReactNode;
  onApplied: (result: Result) => void;
  onClose: () => void;
};

/** Imports a list: the whole file is validated first, and every error and possible duplicate is shown. */
export function SheetImportDialog<Result extends Imported>(props: SheetImportDialogProps<Result>) {
  const { title, children, labels, fetchTemplate, summary, onClose } = props;
  const state = useSheetImport(props);
  const { file, checked, busy } = state;
  const cancel = busy ? state.stop : onClose;
  const valid = checked ? validRowsOf(checked) : 0;
  return (
    <AppDialog
      fillsPhone
      onClose={cancel}
      hasInput={file !== undefined}
      maxWidth="md"
      title={title}
      decision={
        <Button variant="contained" disabled={valid === 0} loading={state.writing} onClick={state.write}>
          {checked && valid > 0 ? importLabel(checked, labels) : 'Import'}
        </Button>
      }
    >
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
      {checked && valid > 0 && summary?.(checked)}
    </AppDialog>
  );
}

function importLabel(checked: Imported, labels: RowLabels): string {
  const valid = validRowsOf(checked);
  if (checked.faults.length === 0) return `Import ${labels.count(valid)}`;
  return plural(valid, 'Import the valid row', `Import the ${formatCount(valid)} valid rows`);
}

function Outcome({ checked, labels }: { checked: Imported; labels: RowLabels }) {
  const { rows, faults, duplicates = [] } = checked;
  if (rows === 0 && faults.length === 0)
    return <Banner tone="warning">The file has no rows below the headings.</Banner>;
  return (
    <>
      {faults.length === 0 ? (
        <Banner tone="success">
          {plural(rows, 'The row is valid.', `All ${formatCount(rows)} rows are valid.`)} Nothing has been imported yet.
        </Banner>
      ) : (
        <Faults checked={checked} labels={labels} />
      )}
      <SheetDuplicates duplicates={duplicates} matching={labels.matching ?? 'values'} />
    </>
  );
}

function Faults({ checked, labels: { heading, nameless } }: { checked: Imported; labels: RowLabels }) {
  const { rows, faults } = checked;
  const others = validRowsOf(checked) > 0;
  return (
    <>
      <Banner tone="error">
        {rowErrorsText(faults.length, rows)} {correctRowsText(others)}
      </Banner>
      <SheetFaults faults={faults} heading={heading} nameless={nameless} />
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <DownloadInvalidRows faults={faults}>{downloadRowsText(faults.length, others)}</DownloadInvalidRows>
        <Typography variant="body2" color="textSecondary">
          Row 1 of the file contains the headings.
        </Typography>
      </Stack>
    </>
  );
}
