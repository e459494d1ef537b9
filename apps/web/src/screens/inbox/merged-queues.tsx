import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { plural } from '@shifa/contract';
import type { FunctionComponent } from 'react';
import { formatCount } from '../../lib/format';
import type { Actionable } from '../actions/define-actions';
import type { ReviewSet } from './define-review-queue';
import type { InboxPart, InboxQueue } from './inbox';
import type { BulkDecisions, DecisionResult } from './use-decisions';

/** The items of several queues in one list. Each keeps the actions, the row and the evidence of its own queue. */
export class MergedQueues implements ReviewSet<Actionable, Actionable> {
  readonly #parts = new Map<string, InboxPart>();
  readonly #queues = new Map<InboxPart, InboxQueue['queue']>();

  /** What has waited longest first. */
  merge(lists: readonly { part: InboxPart; rows: readonly Actionable[] }[]): Actionable[] {
    const waiting = lists.flatMap(({ part, rows }) => {
      if (!this.#queues.has(part)) this.#queues.set(part, marked(part));
      for (const { _id } of rows) this.#parts.set(_id, part);
      return rows.map((item) => ({ item, since: part.since(item) }));
    });
    return waiting.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)).map(({ item }) => item);
  }

  partOf(id: string): InboxPart {
    const part = this.#parts.get(id);
    if (!part) throw new Error(`No list of the inbox has had ${id}`);
    return part;
  }

  of = (id: string): InboxQueue['queue'] => {
    const part = this.partOf(id);
    return this.#queues.get(part) ?? part.queue;
  };

  bulk: BulkDecisions<Actionable> = {
    resource: {
      noun: 'item',
      plural: 'items',
      nameOf: (item) => this.of(item._id).actions.resource.nameOf(item),
      invalidate: async (queryClient, ...ids) => {
        const groups = this.#groups(ids.map((_id) => ({ _id })));
        await Promise.all(
          groups.map(({ queue, items }) =>
            queue.actions.resource.invalidate(queryClient, ...items.map(({ _id }) => _id)),
          ),
        );
      },
    },
    perRequest: 50,
    mostSelected: 1000,
    summarize: (items) =>
      this.#groups(items)
        .map(({ queue, items: some }) => {
          const { noun, plural: nouns } = queue.actions.resource;
          return `${formatCount(some.length)} ${plural(some.length, noun, nouns)} (${queue.bulk.summarize(some)})`;
        })
        .join(', '),
    approvalNote: (items) => this.#sentences(items, (bulk, some) => bulk.approvalNote(some)),
    reasonHelp: (items) => this.#sentences(items, (bulk, some) => bulk.reasonHelp(some)),
    send: async ({ key, items, ...request }) => {
      const result: DecisionResult = { decided: [], undecided: [] };
      for (const [index, { queue, items: some }] of this.#groups(items).entries()) {
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
      this.#groups(decided)
        .map(({ queue, items }) => queue.bulk.describe(decision, items))
        .join(', '),
  };

  #groups<Some extends { _id: string }>(items: readonly Some[]) {
    const queues = new Set(items.map(({ _id }) => this.of(_id)));
    return [...queues].map((queue) => ({ queue, items: items.filter(({ _id }) => this.of(_id) === queue) }));
  }

  #sentences(
    items: readonly Actionable[],
    of: (bulk: BulkDecisions<Actionable>, items: readonly Actionable[]) => string,
  ): string {
    const sentences = this.#groups(items).map(({ queue, items: some }) => of(queue.bulk, some));
    return [...new Set(sentences)].join(' ');
  }
}

/** With the kind on every row and card. */
function marked({ label, icon, queue }: InboxPart): InboxQueue['queue'] {
  const mark = (
    <Box component="span" role="img" aria-label={label} title={label} sx={markStyle}>
      {icon}
    </Box>
  );
  const withMark = (Content: FunctionComponent<{ item: Actionable }>) =>
    function Marked(props: { item: Actionable }) {
      return (
        <Stack direction="row" sx={{ gap: 3 }}>
          {mark}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Content {...props} />
          </Box>
        </Stack>
      );
    };
  return { ...queue, Row: withMark(queue.Row), Card: withMark(queue.Card) };
}

const markStyle = { display: 'flex', pt: '1px', color: 'text.secondary', '& svg': { fontSize: 18 } };
