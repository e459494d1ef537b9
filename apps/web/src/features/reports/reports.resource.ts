import { ReportScheduleSchema, type ServerEventPayload } from '@shifa/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../data/api';
import { invalidate } from '../../data/live';
import { keyOf, type Page, pageQuery, type QueryOf, type RowOf } from '../../data/queries';
import { defineResource } from '../../data/resource';
import type { Live } from '../../data/socket';

type History = Page<RowOf<typeof api.reports.history>>;

const WHILE_RUNNING_MS = 5_000;

/** What is stale once a report was begun or has ended. */
export const historyKey = keyOf(api.reports.history);

/** A page of the history. Reports of others send no events, so it is read again while one of them is generated. */
export function historyPage(query: QueryOf<typeof api.reports.history>) {
  return {
    ...pageQuery(api.reports.history, { query }),
    refetchInterval: ({ state }: { state: { data: History | undefined } }) =>
      state.data?.data.some(({ status }) => status === 'running') ? WHILE_RUNNING_MS : (false as const),
  };
}

/** How far a report is that the viewer generates; nothing is fetched, `reportsLive` puts it here. */
export function progressOf(id: string) {
  return queryOptions<ServerEventPayload<'report:progress'>>({
    queryKey: ['report progress', id],
    queryFn: skipToken,
    staleTime: Infinity,
  });
}

export const reportsLive: Live = (socket, queryClient) => {
  socket.on('report:progress', (event) => {
    const { queryKey } = progressOf(event._id);
    const isNew = queryClient.getQueryData(queryKey) === undefined;
    queryClient.setQueryData(queryKey, event);
    if (isNew || event.status !== 'running') void invalidate(queryClient, [historyKey]);
    else {
      queryClient.setQueriesData<History>({ queryKey: historyKey }, (page) => {
        const data = page?.data.map((row) => (row._id === event._id ? { ...row, rows: event.rows } : row));
        return page && data && { ...page, data };
      });
    }
  });
};

/** What the list, the form and the actions of scheduled reports have in common. */
export const scheduleResource = defineResource({
  noun: 'schedule',
  plural: 'schedules',
  // Schedules send no events of their own.
  entity: 'report',
  list: api.reports.schedules,
  get: api.reports.schedule,
  schema: ReportScheduleSchema,
  nameOf: ({ name }: { name: string }) => name,
});
