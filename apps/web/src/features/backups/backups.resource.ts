import type { Backups } from '@shifa/contract';
import { api } from '../../data/api';
import { queryOf } from '../../data/queries';

const WHILE_RUNNING_MS = 1_000;
/** One can start by itself while the page is open. */
const OTHERWISE_MS = 60_000;

export const backupsQuery = {
  ...queryOf(api.backups.list),
  refetchInterval: ({ state }: { state: { data: Backups | undefined } }) =>
    state.data?.running ? WHILE_RUNNING_MS : OTHERWISE_MS,
};
