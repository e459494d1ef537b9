import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { messageOf } from '../lib/api-error';
import { type FileAnswer, saveAnswer } from '../lib/save-file';
import { useErrorToast } from './use-error-toast';

/** How long a large file may take. */
const WAIT_MS = 120_000;

type FileExport<Asked> = {
  fetch: (asked: Asked, waitMs: number) => Promise<FileAnswer>;
  /** The name of the file where the API gives none. */
  fileName: (asked: Asked) => string;
  /** What the message says where the API gives no reason. */
  failed: string;
};

/** Fetches a file on request and hands it to the browser's downloads. */
export function useFileExport<Asked>({ fetch, fileName, failed }: FileExport<Asked>) {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const toast = useErrorToast();
  const answer = useMutation({
    mutationFn: (asked: Asked) => fetch(asked, WAIT_MS),
    onMutate: () => {
      toast.clear();
      return enqueueSnackbar('Preparing the file…');
    },
    onSuccess: (given, asked) => saveAnswer(given, fileName(asked)),
    onError: (error) => toast.show(error, messageOf(error, failed)),
    onSettled: (_file, _error, _asked, announcement) => closeSnackbar(announcement),
  });
  return { save: answer.mutate, pending: answer.isPending };
}
