import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { SheetFormat } from '@shifa/contract';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error';
import { type FileAnswer, saveAnswer } from '../../lib/save-file';
import { useErrorToast } from '../../ui/use-error-toast';

export type FetchTemplate = (format: SheetFormat) => Promise<FileAnswer>;

/** An empty sheet to start from. */
export function SheetTemplates({ fetchTemplate }: { fetchTemplate: FetchTemplate }) {
  const toast = useErrorToast();
  const template = useMutation({
    mutationFn: fetchTemplate,
    onSuccess: (answer, format) => saveAnswer(answer, `template.${format}`),
    onMutate: toast.clear,
    onError: (error) => toast.show(error, messageOf(error, "Couldn't fetch the template")),
  });
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
      <Button size="small" onClick={() => template.mutate('xlsx')} sx={{ ml: -2.5 }}>
        Template for Excel
      </Button>
      <Button size="small" onClick={() => template.mutate('csv')}>
        Template as CSV
      </Button>
    </Stack>
  );
}
