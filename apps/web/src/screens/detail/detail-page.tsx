import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import Stack from '@mui/material/Stack';
import { z } from 'zod';
import type { Resource } from '../../data/resource';
import { isHidden } from '../../lib/api-error';
import { useUrlState } from '../../data/use-url-state';
import type { Actionable, ActionSet } from '../actions/define-actions';
import { Actions } from '../actions/actions';
import { ItemAction, useItemActions } from '../actions/item-actions';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../ui/loading/page-skeleton';
import { NoLongerVisible } from '../../ui/feedback/no-longer-visible';
import { PageHeader } from '../../ui/page-header';
import { Tabbed } from '../../ui/tabbed';
import { RecentChange } from '../form/recent-change';
import { capitalized } from '../../lib/format';

const DetailState = z.object({
  tab: z.string().default(''),
  page: z.coerce.number<number>().int().min(1).default(1),
});

/** The page of a list on one of the tabs, such as the history. */
export type TabPage = { page: number; onPage: (page: number) => void };

/** A part of the page. */
export type DetailTab<Stored> = {
  value: string;
  label: string;
  content: (item: Stored, page: TabPage) => ReactNode;
};

type DetailPageProps<Stored extends Actionable> = {
  resource: Resource<Actionable, Stored>;
  actions: ActionSet;
  /** The one that is a button; the others are in the menu. */
  primaryAction: string | ((item: Stored) => string);
  /** The way back to the list. */
  back?: ReactNode;
  /** A line of facts below the name. */
  facts: (item: Stored) => ReactNode;
  /** An announcement above the tabs. */
  notice?: (item: Stored) => ReactNode;
  /** The first is shown unless the address says otherwise; `history` is where a change by someone else is shown. */
  tabs: readonly DetailTab<Stored>[];
};

/** The page of one document: what it is, what can be done with it, and who has just changed it. */
export function DetailPage<Stored extends Actionable>(props: DetailPageProps<Stored>) {
  const { resource, back } = props;
  const { id = '' } = useParams();
  const query = useQuery(resource.detail(id));
  const { noun } = resource;
  const hidden = isHidden(query.error);
  if (query.data && !hidden) {
    return (
      <Actions of={props.actions}>
        <Detail {...props} item={query.data} />
      </Actions>
    );
  }
  if (!query.error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={capitalized(noun)} back={back} />
      {query.data ? (
        <NoLongerVisible name={resource.nameOf(query.data)} noun={noun} />
      ) : (
        <NotLoaded query={query} what={`the ${noun}`} missing={noun} skeleton={null} />
      )}
    </>
  );
}

function Detail<Stored extends Actionable>(props: DetailPageProps<Stored> & { item: Stored }) {
  const { resource, primaryAction, back, facts, notice, tabs, item } = props;
  const [{ tab, page }, change] = useUrlState(DetailState);
  const actions = useItemActions();
  const { data: recent } = useQuery(resource.recentChange(item._id));
  const [first] = tabs;
  const shown = tabs.find(({ value }) => value === tab) ?? first;
  const show = (value: string) => change({ tab: value === first?.value ? '' : value });
  const name = resource.nameOf(item);
  const primary = typeof primaryAction === 'string' ? primaryAction : primaryAction(item);
  return (
    <>
      <PageHeader
        title={name}
        documentTitle={shown && shown !== first ? `${shown.label} · ${name}` : name}
        back={back}
        subtitle={
          <Stack direction="row" useFlexGap className="tabular" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
            {facts(item)}
          </Stack>
        }
        action={actions.offered(primary, item) && <ItemAction action={primary} item={item} variant="contained" />}
        menu={actions.entriesFor(item, [primary])}
      />
      <RecentChange
        version={item.version}
        change={recent}
        action={(recent && resource.describeChange(recent)) ?? `changed this ${resource.noun}`}
        onShow={() => show('history')}
      />
      {notice?.(item)}
      <Tabbed label={capitalized(resource.noun)} tabs={tabs} tab={shown?.value ?? ''} onTab={show}>
        {shown?.content(item, { page, onPage: (next) => change({ page: next }) })}
      </Tabbed>
    </>
  );
}
