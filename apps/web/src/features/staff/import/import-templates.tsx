import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type SheetFormat, staffSheetColumns } from '@shifa/contract';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { saveAnswer } from '../../../lib/save-file';

/** What a sheet has to look like, and an empty one to start from. */
export function ImportTemplates() {
  const { enqueueSnackbar } = useSnackbar();
  const template = useMutation({
    mutationFn: (format: SheetFormat) => api.staff.importTemplate.query({ query: { format } }),
    onSuccess: (answer, format) => saveAnswer(answer, `staff-template.${format}`),
    onError: (error) => enqueueSnackbar(messageOf(error, 'The template could not be fetched'), { variant: 'error' }),
  });
  return (
    <div>
      <Typography>
        One row for each person, under these headings: {Object.values(staffSheetColumns).join(', ')}.
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        <Button size="small" onClick={() => template.mutate('xlsx')} sx={{ ml: -2.5 }}>
          Template for Excel
        </Button>
        <Button size="small" onClick={() => template.mutate('csv')}>
          Template as CSV
        </Button>
      </Stack>
    </div>
  );
}
