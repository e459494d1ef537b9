import Box from '@mui/material/Box';
import { plural } from '@shifa/contract';
import { formatCount } from '../../lib/format';
import type { Actionable } from '../actions/define-actions';
import type { InboxPart, ReviewSet } from './queue';
import type { BulkDecisions, DecisionResult } from './use-decisions';

/** The items of several lists in one: what has waited longest first. */
export function oldestFirst(lists: readonly { part: InboxPart; rows: readonly Actionable[] }[]): Actionable[] {
  const waiting = lists.flatMap(({ part, rows }) => rows.map((item) => ({ item, since: part.queue.since(item) })));
  return waiting.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)).map(({ item }) => item);
}

/** Reviews the items of several queues together. Each keeps the actions, the row and the evidence of its own queue. */
export function mergedQueues(partOf: (id: string) => InboxPart): ReviewSet {
  const of = (id: string) => partOf(id).queue;

  const groups = <Some extends { _id: string }>(items: readonly Some[]) => {
    const queues = new Set(items.map(({ _id }) => of(_id)));
    return [...queues].map((queue) => ({ queue, items: items.filter(({ _id }) => of(_id) === queue) }));
  };

  const sentences = (
    items: readonly Actionable[],
    sentenceOf: (bulk: BulkDecisions, items: readonly Actionable[]) => string,
  ): string => {
    const each = groups(items).map(({ queue, items: some }) => sentenceOf(queue.bulk, some));
    return [...new Set(each)].join(' ');
  };

  const bulk: BulkDecisions = {
    resource: {
      noun: 'item',
      plural: 'items',
      nameOf: (item) => of(item._id).actions.resource.nameOf(item),
      invalidate: async (queryClient, ...ids) => {
        const changed = groups(ids.map((_id) => ({ _id })));
        await Promise.all(
          changed.map(({ queue, items }) =>
            queue.actions.resource.invalidate(queryClient, ...items.map(({ _id }) => _id)),
          ),
        );
      },
    },
    perRequest: 50,
    mostSelected: 1000,
    summarize: (items) =>
      groups(items)
        .map(({ queue, items: some }) => {
          const { noun, plural: nouns } = queue.actions.resource;
          return `${formatCount(some.length)} ${plural(some.length, noun, nouns)} (${queue.bulk.summarize(some)})`;
        })
        .join(', '),
    approvalNote: (items) => sentences(items, (bulk, some) => bulk.approvalNote(some)),
    reasonHelp: (items) => sentences(items, (bulk, some) => bulk.reasonHelp(some)),
    send: async ({ key, items, ...request }) => {
      const result: DecisionResult = { decided: [], undecided: [] };
      for (const [index, { queue, items: some }] of groups(items).entries()) {
        // A request of its own for every kind; sent again after a failure, each is still made once.
        const { decided, undecided } = await queue.bulk.send({
          ...request,
          items: some,
          key: `${key}-${String(index)}`,
        });
        result.decided.push(...decided);
        result.undecided.push(...undecided);
      }
      return result;
    },
    describe: (decision, decided) =>
      groups(decided)
        .map(({ queue, items }) => queue.bulk.describe(decision, items))
        .join(', '),
  };

  return {
    of,
    bulk,
    mark: (id) => {
      const { label, icon } = partOf(id);
      return (
        <Box component="span" role="img" aria-label={label} title={label} sx={markStyle}>
          {icon}
        </Box>
      );
    },
  };
}

const markStyle = { display: 'flex', pt: '1px', color: 'text.secondary', '& svg': { fontSize: 18 } };
