import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { SheetFormat } from '@shifa/contract';
import { type FileAnswer, saveAnswer } from '../../lib/save-file';
import { useWrite } from '../../data/use-write';

export type FetchTemplate = (format: SheetFormat) => Promise<FileAnswer>;

/** An empty sheet to start from. */
export function SheetTemplates({ fetchTemplate }: { fetchTemplate: FetchTemplate }) {
  const template = useWrite({
    send: fetchTemplate,
    failure: "Couldn't fetch the template",
    toastsFailure: true,
    onSuccess: (answer, format) => saveAnswer(answer, `template.${format}`),
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
