import { closeSnackbar, enqueueSnackbar } from 'notistack';
import { type FileAnswer, saveAnswer } from '../lib/save-file';
import { useWrite } from './use-write';

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
  const answer = useWrite({
    send: async (asked: Asked) => {
      const announcement = enqueueSnackbar('Preparing the file…');
      return fetch(asked, WAIT_MS).finally(() => closeSnackbar(announcement));
    },
    failure: failed,
    toastsFailure: true,
    onSuccess: (given, asked) => saveAnswer(given, fileName(asked)),
  });
  return { save: answer.mutate, pending: answer.isPending };
}
