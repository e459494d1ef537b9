import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Report } from '@shifa/contract';
import { closeSnackbar, enqueueSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { type ActionEntry } from '../../../ui/action-menu';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { RowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { api } from '../../../data/api';
import { saveAnswer } from '../../../lib/save-file';
import { ReportsTabs } from '../reports-tabs';
import { GenerateReport } from './generate-report';
import { ReportDrift } from './report-drift';
import { reportList } from './report-list';
import { useWrite } from '../../../data/use-write';

/** Generates Excel files of a period, and lists those that were generated. */
export function FilesPage() {
  const id = useId();
  const [compared, setCompared] = useState<Report>();
  const download = useDownload();
  const entriesFor = (report: Report): ActionEntry[] => {
    const { actions } = report;
    return [
      ...(actions.download
        ? [
            {
              label: 'Download again',
              disabledReason: disabledReasonOf(actions.download),
              onSelect: () => download(report),
            },
          ]
        : []),
      ...(actions.compare
        ? [
            {
              label: 'What changed since',
              disabledReason: disabledReasonOf(actions.compare),
              onSelect: () => setCompared(report),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <PageHeader title="Reports & Analytics" documentTitle="Excel files · Reports & Analytics" />
      <ReportsTabs />
      <GenerateReport />
      <Box component="section" aria-labelledby={id}>
        <Typography id={id} variant="h2" sx={{ mb: 4 }}>
          Generated files
        </Typography>
        <RowList list={reportList} entriesFor={entriesFor} />
      </Box>
      {compared && <ReportDrift report={compared} onClose={() => setCompared(undefined)} />}
    </>
  );
}

const WAIT_MS = 120_000;

function useDownload(): (report: Report) => void {
  const { mutate } = useWrite({
    send: ({ _id }: Report) => {
      const announcement = enqueueSnackbar('The file is being downloaded', { persist: true });
      return api.reports.file
        .query({ params: { id: _id }, waitMs: WAIT_MS })
        .finally(() => closeSnackbar(announcement));
    },
    failure: "Couldn't download the file",
    toastsFailure: true,
    onSuccess: (answer, { fileName }) => saveAnswer(answer, fileName),
  });
  return mutate;
}
