import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type contract,
  type GenerateReportBody,
  ReportKindSchema,
  reportKindLabels,
  reportPermissions,
} from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { LeaveQuestion } from '../../../ui/drawers/leave-question';
import { PeriodChooser } from '../../../screens/report/period-chooser';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { PermissionSection } from '../../../screens/actions/permission-section';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { api } from '../../../data/api';
import { failedWith, messageOf } from '../../../lib/api-error';
import { formatCount } from '../../../lib/format';
import { invalidate } from '../../../data/live';
import { chosenPeriod, periodLabels, PeriodState, useReportToday } from '../../../screens/report/report-period';
import { saveAnswer } from '../../../lib/save-file';
import { useUrlState } from '../../../data/use-url-state';
import { historyKey, progressOf } from '../reports.resource';
import { useFirstKind, useNarrower } from '../reports-tabs';

/** The report in the address bar, where `kind` and `laboratoryId` narrow the list below. */
const ReportState = PeriodState.omit({ laboratoryId: true }).extend({
  report: ReportKindSchema.optional(),
  reportLaboratory: PeriodState.shape.laboratoryId,
});

const kinds = ReportKindSchema.options.map((value) => ({ value, label: reportKindLabels[value] }));

/** Chooses a report, generates it and saves the file; meanwhile it says how far the server is. */
export function GenerateReport() {
  const [address, change] = useUrlState(ReportState);
  const state: PeriodState = { ...address, laboratoryId: address.reportLaboratory };
  const firstKind = useFirstKind();
  const kind = address.report ?? firstKind;
  const permission = useNarrower('reports.export', reportPermissions[kind]);
  const chosen = chosenPeriod(state, useReportToday(permission, state.laboratoryId));
  const body = 'fault' in chosen ? undefined : { kind, ...chosen, laboratoryId: state.laboratoryId };
  const generation = useGeneration();
  // What was refused or cancelled is no longer about what is chosen now.
  const isAboutThis = JSON.stringify(generation.body) === JSON.stringify(body);
  const tooLarge = failedWith<typeof contract.reports.generateExcel>(generation.error, 'REPORT_TOO_LARGE');
  return (
    <Card component="section" aria-label="New Excel file" sx={{ p: 5, mb: 8 }}>
      <Box sx={{ display: 'flex', mb: 4, maxWidth: '100%', overflowX: 'auto' }}>
        <SegmentedChoice label="Report" value={kind} segments={kinds} onChange={(report) => change({ report })} />
      </Box>
      <PermissionSection key={kind} permission={reportPermissions[kind]}>
        <PeriodChooser
          labels={periodLabels}
          state={state}
          chosen={chosen}
          permission={permission}
          onChange={({ laboratoryId, ...days }) =>
            change(Object.keys(days).length > 0 ? days : { reportLaboratory: laboratoryId })
          }
          refusal={tooLarge && isAboutThis ? messageOf(generation.error) : undefined}
        />
        <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
          <PermissionButton
            permission="reports.export"
            disabledReason={body === undefined ? 'Choose a valid period first' : undefined}
            variant="contained"
            startIcon={<FileDownload />}
            loading={generation.isRunning}
            loadingPosition="start"
            onClick={() => body && generation.start(body)}
          >
            Generate Excel file
          </PermissionButton>
          {generation.isRunning && <Progress reportId={generation.reportId} onCancel={generation.cancel} />}
          {generation.isCancelled && isAboutThis && (
            <Banner tone="info">The report was cancelled. No file was saved.</Banner>
          )}
          {generation.error && !tooLarge && isAboutThis && (
            <Banner tone="error">{messageOf(generation.error, "Couldn't generate the Excel file")}</Banner>
          )}
        </Stack>
      </PermissionSection>
      <LeaveQuestion
        active={generation.isRunning}
        title="Leave while the file is generated"
        verb="Cancel and leave"
        cancelLabel="Stay"
        destructive
        onLeave={generation.cancel}
      >
        The Excel file isn't ready yet. Leaving this page cancels it.
      </LeaveQuestion>
    </Card>
  );
}

/** The largest reports take minutes on a slow connection; the server ends a report that no one takes. */
const WAIT_MS = 600_000;

/** One report at a time. It is cancelled when the page is left. */
function useGeneration() {
  const queryClient = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const [reportId, setReportId] = useState<string>();
  const [isCancelled, setCancelled] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (body: GenerateReportBody) => {
      const controller = (running.current = new AbortController());
      try {
        return await api.reports.generateExcel.mutate({
          body,
          waitMs: WAIT_MS,
          fetchOptions: { signal: controller.signal },
          onHeaders: (headers) => setReportId(headers.get('x-report-id') ?? undefined),
        });
      } catch (reason) {
        if (!controller.signal.aborted) throw reason;
        setCancelled(true);
        return undefined;
      }
    },
    onMutate: () => {
      setReportId(undefined);
      setCancelled(false);
    },
    onSuccess: (answer, { kind }) => {
      if (!answer) return;
      saveAnswer(answer, `${kind}.xlsx`);
      enqueueSnackbar('The Excel file was saved to your downloads', { variant: 'success' });
    },
    onSettled: () => {
      running.current = undefined;
      void invalidate(queryClient, [historyKey]);
    },
  });
  return {
    isRunning: isPending,
    error,
    isCancelled,
    /** What was asked for last. */
    body: variables,
    /** Known once the file begins to arrive. */
    reportId,
    start: (body: GenerateReportBody) => {
      if (running.current) return;
      running.current = new AbortController();
      mutate(body);
    },
    cancel: () => running.current?.abort(),
  };
}

function Progress({ reportId, onCancel }: { reportId: string | undefined; onCancel: () => void }) {
  const { data } = useQuery(progressOf(reportId ?? ''));
  const percent = data && data.totalRows > 0 ? Math.min(100, (data.rows / data.totalRows) * 100) : undefined;
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'center', width: '100%', maxWidth: 480 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <LinearProgress
          aria-label="Generating the report"
          {...(percent === undefined ? {} : { variant: 'determinate', value: percent })}
        />
        <Typography variant="body2" color="textSecondary" className="tabular" sx={{ mt: 1 }}>
          {percent === undefined || !data
            ? 'Preparing the report…'
            : `${formatCount(Math.min(data.rows, data.totalRows))} of ${formatCount(data.totalRows)} rows`}
        </Typography>
      </Box>
      <Button variant="outlined" color="inherit" onClick={onCancel}>
        Cancel
      </Button>
    </Stack>
  );
}
