import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { IdSchema, PageQuery } from '@shifa/contract';
import { skipToken, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import type { Actionable } from '../../screens/actions/define-actions';
import { StaleNotice } from '../../ui/grid/stale-notice';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { PageHeader } from '../../ui/page-header';
import type { WholeList } from '../../screens/list/use-selection';
import { mergedQueues, oldestFirst } from '../../screens/inbox/merged-queues';
import type { InboxPart, ReviewSet } from '../../screens/inbox/queue';
import { ReviewScreen } from '../../screens/inbox/review-screen';
import { RemovableChip } from '../../ui/removable-chip';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { messageOf } from '../../lib/api-error';
import { formatCount, joined } from '../../lib/format';
import type { Total } from '../../lib/format';
import { type Page, totalOf } from '../../data/queries';
import { useUrlState } from '../../data/use-url-state';
import { useUser } from '../../data/use-session';
import { sumOf } from './waiting-count';
import { RetryBanner } from '../../ui/feedback/retry-banner';

const PAGE_SIZE = 50;
const ALL = 'all';

const views = [
  { value: 'mine', label: 'Needs my decision' },
  { value: 'all', label: 'All pending' },
] as const;

const State = z.object({
  page: PageQuery.shape.page,
  kind: z.string().default(ALL),
  show: z.enum(['mine', 'all']).default('mine'),
  /** The one of the kind that a link leads to, decided or not. */
  item: IdSchema.optional(),
});

const decisions = {};

/** Everything that waits for this person, in one list or one kind at a time. */
export function ApprovalsPage({ parts: everyPart }: { parts: readonly InboxPart[] }) {
  const { permissions } = useUser();
  const [state, change] = useUrlState(State);
  const parts = useMemo(
    () => everyPart.filter(({ permission }) => permissions[permission].allowed),
    [everyPart, permissions],
  );
  const chosen = parts.find(({ kind }) => kind === state.kind);
  const lists = useLists(parts, { ...state, chosen });
  const { totals, pagination } = lists;
  const partOf = useParts(lists.loaded);
  const rows = useMemo(() => oldestFirst(lists.loaded), [lists.loaded]);
  const set = useMemo(
    (): ReviewSet => (chosen ? { of: () => chosen.queue, bulk: chosen.queue.bulk } : mergedQueues(partOf)),
    [chosen, partOf],
  );
  const isAbsent = lists.isLoading || lists.loaded.length === 0;
  const linked = useLinked(chosen, state.item);

  const segments = [{ kind: ALL, label: 'All' }, ...parts].map(({ kind, label }) => {
    const total = kind === ALL ? sumOf(parts.map((part) => totals[part.kind])) : totals[kind];
    return { value: kind, label: total ? `${label} ${formatCount(total)}` : label };
  });
  return (
    <>
      <PageHeader title="Approvals" />
      <ReviewScreen
        kind={chosen?.kind}
        set={set}
        choices={
          <>
            {parts.length > 1 && (
              <SegmentedChoice
                label="Type"
                segments={segments}
                value={chosen?.kind ?? ALL}
                onChange={(kind) => change({ kind, item: undefined })}
              />
            )}
            {(chosen ? [chosen] : parts).some(({ queue }) => queue.lists.all) && (
              <SegmentedChoice
                label="Assigned to"
                segments={views}
                value={state.show}
                onChange={(show) => change({ show, item: undefined })}
              />
            )}
            {linked && <RemovableChip label="From a link" onRemove={() => change({ item: undefined })} />}
          </>
        }
        {...(linked ?? {
          faults: <Faults {...lists} isEmpty={isAbsent} />,
          rows: isAbsent ? undefined : rows,
          isLoading: lists.isLoading,
          isPlaceholder: lists.isPlaceholder,
          whole: chosen && pagination && wholeOf(chosen, state.show, pagination),
          pagination: chosen && pagination,
        })}
        view={decisions}
        asked={`${state.kind} ${state.show} ${String(state.page)} ${state.item ?? ''}`}
        empty={
          <Nothing
            {...{ parts, totals, chosen, show: state.show }}
            onKind={(kind) => change({ kind, item: undefined })}
            onAll={() => change({ show: 'all', item: undefined })}
          />
        }
        onPage={(page) => change({ page })}
      />
      {!isAbsent && !chosen && Object.values(totals).some((total) => total > PAGE_SIZE) && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          The oldest {PAGE_SIZE} of each type are shown. Choose a type to see all of them.
        </Typography>
      )}
      {parts.map(({ kind, queue: { Opened } }) => Opened && <Opened key={kind} />)}
    </>
  );
}

/** What the screen shows of the item that the address names, in whichever state it is; nothing without one. */
function useLinked(part: InboxPart | undefined, id: string | undefined) {
  const resource = part?.queue.actions.resource;
  const { data, error, refetch, dataUpdatedAt } = useQuery<Actionable>(
    resource && id !== undefined ? resource.detail(id) : { queryKey: ['no item'], queryFn: skipToken },
  );
  const rows = useMemo(() => data && [data], [data]);
  if (!resource || id === undefined) return undefined;
  const retry = () => void refetch();
  const faults = rows ? (
    error && <StaleNotice loadedAt={dataUpdatedAt} onRetry={retry} />
  ) : (
    <NotLoaded query={{ error, refetch }} what={`the ${resource.noun}`} missing={resource.noun} skeleton={null} />
  );
  return { faults, rows, isLoading: !error, isPlaceholder: false, whole: undefined, pagination: undefined };
}

/** The part that an item belongs to, also once it has left the list: it can still be on the screen. */
function useParts(loaded: ReturnType<typeof useLists>['loaded']): (id: string) => InboxPart {
  const [known, setKnown] = useState({ loaded, parts: new Map(idsOf(loaded)) });
  if (known.loaded !== loaded) setKnown({ loaded, parts: new Map([...known.parts, ...idsOf(loaded)]) });
  const { parts } = known;
  return useCallback(
    (id) => {
      const part = parts.get(id);
      if (!part) throw new Error(`No list of the inbox has had ${id}`);
      return part;
    },
    [parts],
  );
}

function idsOf(loaded: ReturnType<typeof useLists>['loaded']) {
  return loaded.flatMap(({ part, rows }) => rows.map(({ _id }) => [_id, part] as const));
}

type View = (typeof views)[number]['value'];

function listOf({ queue }: InboxPart, view: View, part: { page: number; limit: number }) {
  const { actions, lists } = queue;
  return actions.resource.page({ ...((view === 'all' ? lists.all : undefined) ?? lists.mine), ...part });
}

function wholeOf(part: InboxPart, view: View, total: Total): WholeList<Actionable> {
  return { total, most: part.queue.bulk.mostSelected, page: (pages) => listOf(part, view, pages) };
}

type ListOptions = { show: View; page: number; chosen: InboxPart | undefined };

/** The list of every kind, so that the numbers on the chips are those of the lists. */
function useLists(parts: readonly InboxPart[], { show, page, chosen }: ListOptions) {
  const queryClient = useQueryClient();
  const queries = parts.map((part) => listOf(part, show, { limit: PAGE_SIZE, page: part === chosen ? page : 1 }));
  const combine = useCallback(
    (results: UseQueryResult<Page<Actionable>>[]) => {
      const lists = parts.flatMap((part, index) => {
        const result = results[index];
        return result ? [{ part, result }] : [];
      });
      const shown = lists.filter(({ part }) => chosen === undefined || part === chosen);
      const loaded = shown.flatMap(({ part, result: { data } }) => (data ? [{ part, rows: data.data }] : []));
      const isLoading = shown.some(({ result: { data, error } }) => !data && !error);
      return {
        /** Of the chosen kind, or of all of them. */
        loaded,
        /** By kind; none of a kind whose list has not been answered. */
        totals: Object.fromEntries(
          lists.flatMap(({ part, result: { data } }) => (data ? [[part.kind, totalOf(data)] as const] : [])),
        ),
        pagination: shown.find(({ part }) => part === chosen)?.result.data?.pagination,
        isLoading,
        isPlaceholder: shown.some(({ result }) => result.isPlaceholderData),
        failed: shown.flatMap(({ part, result: { data, error } }) => (error && !data ? [{ part, error }] : [])),
        staleSince: shown.flatMap(({ result: { data, error, dataUpdatedAt } }) =>
          error && data ? [dataUpdatedAt] : [],
        ),
      };
    },
    [parts, chosen],
  );
  const retry = () => {
    for (const { queryKey } of queries) void queryClient.refetchQueries({ queryKey, exact: true });
  };
  return { ...useQueries({ queries, combine }), retry };
}

type FaultsProps = Pick<ReturnType<typeof useLists>, 'failed' | 'staleSince' | 'retry'> & { isEmpty: boolean };

/** What could not be loaded, or only earlier. */
function Faults({ isEmpty, failed, staleSince, retry }: FaultsProps) {
  const [first] = failed;
  if (isEmpty && first) {
    return <ErrorState title="Couldn't load the approvals" error={first.error} onRetry={retry} />;
  }
  return (
    <>
      {first && (
        <Box sx={{ mb: 3 }}>
          <RetryBanner onRetry={retry}>
            {joined(failed.map(({ part }) => part.label))} couldn't be loaded. {messageOf(first.error, 'Try again.')}
          </RetryBanner>
        </Box>
      )}
      {staleSince.length > 0 && <StaleNotice loadedAt={Math.min(...staleSince)} onRetry={retry} />}
    </>
  );
}

type NothingProps = {
  parts: readonly InboxPart[];
  totals: Readonly<Record<string, number>>;
  chosen: InboxPart | undefined;
  show: View;
  onKind: (kind: string) => void;
  onAll: () => void;
};

const emptyTexts: Record<View, (things: string) => string> = {
  mine: (things) => `No ${things} need your decision.`,
  all: (things) => `No ${things} need a decision.`,
};

/** When nothing is left: the next kind, with the focus on it, so that the keyboard goes on. */
function Nothing({ parts, totals, chosen, show, onKind, onAll }: NothingProps) {
  const from = chosen ? parts.indexOf(chosen) : 0;
  const next = [...parts.slice(from), ...parts.slice(0, from)].find(({ kind }) => (totals[kind] ?? 0) > 0);
  const emptyText = chosen ? emptyTexts[show](chosen.plural) : "You're all caught up.";
  return (
    <EmptyState
      action={
        next ? (
          <Button variant="outlined" color="inherit" autoFocus onClick={() => onKind(next.kind)}>
            Next: {next.label} {formatCount(totals[next.kind] ?? 0)}
          </Button>
        ) : (
          show === 'mine' &&
          parts.some(({ queue }) => queue.lists.all) && (
            <Button variant="outlined" color="inherit" onClick={onAll}>
              Show all pending
            </Button>
          )
        )
      }
    >
      {emptyText}
    </EmptyState>
  );
}
