import type { FailedMessage } from '@shifa/contract';
import { keepPreviousData, type QueryFunction, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api';
import { type Page, pageQuery, queryOf } from '../../data/queries';

/** What reaches the viewer outside the product. */
export const messageChannels = queryOf(api.messages.channels);

type FailedMessagePage = Page<FailedMessage> & { emailOffered: boolean; waiting: number };

/** While the page is open, more messages can fail. */
const REFRESH_MS = 30_000;

export function failedMessages(page: number) {
  const { queryKey, queryFn } = pageQuery(api.messages.listFailed, { query: { page, limit: 20 } });
  return queryOptions<FailedMessagePage>({
    queryKey,
    queryFn: queryFn as QueryFunction<FailedMessagePage>,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
