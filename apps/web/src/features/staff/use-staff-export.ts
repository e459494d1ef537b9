import type { SheetFormat } from '@shifa/contract';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { api } from '../../lib/api';
import { messageOf } from '../../lib/api-error';
import { saveAnswer } from '../../lib/save-file';
import { filterOf, type StaffListState } from './staff-list-state';
import { inQuery } from './staff.queries';

const WAIT_MS = 60_000;

/** Saves the list as it is filtered and sorted, whatever its page. */
export function useStaffExport(state: StaffListState): (format: SheetFormat) => void {
  const { enqueueSnackbar } = useSnackbar();
  const file = useMutation({
    mutationFn: (format: SheetFormat) =>
      api.staff.export.query({ query: { ...inQuery(filterOf(state)), format }, waitMs: WAIT_MS }),
    onMutate: () => enqueueSnackbar('The file is being made'),
    onSuccess: (answer, format) => saveAnswer(answer, `staff.${format}`),
    onError: (error) => enqueueSnackbar(messageOf(error, 'The list could not be exported'), { variant: 'error' }),
  });
  return (format) => file.mutate(format);
}
