import Bookmark from '@mui/icons-material/BookmarkBorderOutlined';
import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Stack from '@mui/material/Stack';
import { type ReactNode, Suspense } from 'react';
import type { Callback } from '../../lib/callback';
import { useNavigate } from 'react-router-dom';
import type { ActionEntry } from '../../ui/action-menu';
import type { Actionable } from '../actions/define-actions';
import { useItemActions } from '../actions/item-actions';
import { actionsColumn } from '../../ui/grid/actions-column';
import { ServerGrid } from './server-grid';
import type { ServerGridProps } from './server-grid-props';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ToolButton } from '../../ui/grid/tool-button';
import { lazyPart } from '../../ui/lazy-part';
import { useOnPhone } from '../../ui/use-on-phone';
import { FilterBar } from '../../ui/filters/filter-bar';
import { NoResults } from '../../ui/feedback/no-results';
import { SearchInput } from '../../ui/search-input';
import type { ListDefinition, PlainRow, RowListDefinition } from './define-list';
import { useList } from './use-list';

const GridTools = lazyPart(async () => (await import('./grid-tools')).GridTools);

type ListViewProps<Row extends PlainRow> = {
  list: Omit<RowListDefinition<Row>, 'href'>;
  view: ReturnType<typeof useList<Row>>;
  /** What can be done with a row, behind three dots. */
  entriesFor?: (row: Row) => readonly ActionEntry[];
  /** In the place of the rows if there are none at all. */
  empty: ReactNode;
  /** The button that creates a row, where filters hide all of them. */
  create?: ReactNode;
  /** Beside the filters, after the list's own tools. */
  tools?: ReactNode;
} & Pick<ServerGridProps<Row>, 'selection' | 'onOpen' | 'href' | 'cardEntries'>;

/** The filters and the rows of a list. */
function ListView<Row extends PlainRow>(props: ListViewProps<Row>) {
  const { list, view, entriesFor, empty, create, tools, ...grid } = props;
  const { resource } = list;
  const { state, change, filters, typed, filtered, clear } = view;
  const onPhone = useOnPhone();
  const columns = entriesFor
    ? [...view.columns, actionsColumn<Row>({ nameOf: resource.nameOf, entriesFor })]
    : view.columns;
  return (
    <>
      <FilterBar
        search={
          list.search !== undefined && (
            <SearchInput
              label={list.search}
              placeholder={onPhone ? 'Search' : undefined}
              value={state.search ?? ''}
              onChange={(search) => change({ search: search === '' ? undefined : search })}
            />
          )
        }
        filters={filters}
        typed={typed}
        sort={view.sort}
        onClear={clear}
        tools={
          <Stack direction="row" useFlexGap sx={{ gap: 1, ml: { sm: 'auto' }, minWidth: 0 }}>
            <Suspense fallback={<ToolsToCome />}>
              <GridTools
                grid={view.grid}
                schema={list.schema}
                columns={view.columns.filter(({ hideable }) => hideable !== false)}
              />
            </Suspense>
            {tools}
          </Stack>
        }
      />
      <ServerGrid
        things={resource.plural}
        query={view.query}
        state={state}
        onChange={(patch) => change(patch)}
        columns={columns}
        columnVisibility={view.columnVisibility}
        card={list.card}
        empty={
          filtered || state.search !== undefined ? (
            <NoResults
              things={resource.plural}
              search={state.search}
              filtered={filtered}
              onClear={clear}
              create={create}
            />
          ) : (
            empty
          )
        }
        nameOf={resource.nameOf}
        grid={view.grid}
        {...grid}
      />
    </>
  );
}

/** The tools as they look until they can be used, so that nothing moves when their code arrives. */
function ToolsToCome() {
  const onPhone = useOnPhone();
  return (
    <>
      <ToolButton icon={<Bookmark />} label="Views" disabled />
      {!onPhone && <ToolButton icon={<ViewColumn />} label="Columns" disabled />}
    </>
  );
}

type RowListProps<Row extends PlainRow> = {
  list: RowListDefinition<Row>;
  /** What can be done with a row, behind three dots. */
  entriesFor?: Callback<[row: Row], readonly ActionEntry[]>;
};

/** A list of rows that are only shown, or whose actions belong to the page. */
export function RowList<Row extends PlainRow>({ list, entriesFor }: RowListProps<Row>) {
  const navigate = useNavigate();
  const { href } = list;
  return (
    <ListView<Row>
      list={list}
      view={useList<Row>(list)}
      entriesFor={entriesFor}
      // Its actions belong to the page, so no other page offers them to a phone.
      cardEntries={entriesFor}
      empty={<NothingYet>{list.empty}</NothingYet>}
      href={href}
      onOpen={href && ((row) => void navigate(href(row)))}
    />
  );
}

type ActionRow = PlainRow & Actionable;

/** The same, with the actions of the rows from `<Actions>` above. */
export function ActionRowList<Row extends ActionRow>(props: RowListProps<Row>) {
  const actions = useItemActions();
  return <RowList {...props} entriesFor={(row) => actions.entriesFor(row)} />;
}

/** The filters and the rows of a list, with the actions of the rows from `<Actions>` above. */
export function ActionListView<Row extends ActionRow>(props: ListViewProps<Row>) {
  const actions = useItemActions();
  const entriesFor = (row: Row) => actions.entriesFor(row);
  // Rows without a page of their own have their actions nowhere else on a phone.
  return <ListView<Row> {...props} entriesFor={entriesFor} cardEntries={props.onOpen ? undefined : entriesFor} />;
}

type NothingYetProps = { children: ListDefinition['empty']; action?: ReactNode };

/** A list without any rows. */
export function NothingYet({ children: Text, action }: NothingYetProps) {
  return typeof Text === 'string' ? <EmptyState action={action}>{Text}</EmptyState> : <Text />;
}
