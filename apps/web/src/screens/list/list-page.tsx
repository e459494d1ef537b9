import Add from '@mui/icons-material/AddOutlined';
import { createContext, type ReactNode, startTransition, Suspense, use, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePreloaded } from '../../lib/use-preloaded';
import type { Callback } from '../../lib/callback';
import { Actions } from '../actions/actions';
import type { Versioned } from '../actions/define-actions';
import type { Done, Failed } from '../actions/item-actions';
import { NEW_DRAFT, useOpenDrafts } from '../form/use-draft';
import { useClosedReason } from '../closed-laboratory';
import { PageHeader } from '../../ui/page-header';
import { PermissionButton, useDeniedReason } from '../actions/permission-button';
import { useShortcuts } from '../../ui/shortcuts';
import { useNewByLink } from '../../ui/use-new-by-link';
import type { ListDefinition, ListRow } from './define-list';
import type { ListState } from './list-filters';
import { ActionListView, NothingYet } from './list-view';
import { usePageMenu } from './page-menu';
import { useList } from './use-list';
import { type Selection, useSelection } from './use-selection';

type ListPageProps<Row extends ListRow = ListRow, State extends ListState = ListState, Stored = Versioned> = {
  list: ListDefinition<Row, State, Stored>;
  /** Without one the list is a part of another page. */
  title?: string;
  /** Names the window, where it is not the title. */
  documentTitle?: string;
  /** Between the title and the filters, such as cards with counts. */
  above?: Callback<[asked: State], ReactNode>;
  /** Below the rows, such as totals. */
  below?: Callback<[asked: State], ReactNode>;
  /** Creates a row, where that does not belong to the list itself. */
  create?: ReactNode;
  /** In the place of the row's own page. */
  onOpen?: (row: { _id: string }) => void;
  /** An action on a row, by its menu, has been done. */
  onDone?: Callback<[done: Done<Row, Stored>, selection: Selection<Row>]>;
  /** An action on a row failed outside a dialog; a toast says so. */
  onFailed?: Callback<[failed: Failed<Row>]>;
};

/** The page of a list, from its declaration. */
export const ListPage: <Row extends ListRow, State extends ListState, Stored extends Versioned>(
  props: ListPageProps<Row, State, Stored>,
) => ReactNode = Page;

function Page<Row extends ListRow>(props: ListPageProps<Row>) {
  return (
    <Creation list={props.list} onOpen={props.onOpen}>
      <List {...props} />
    </Creation>
  );
}

const StartCreating = createContext<() => void>(() => undefined);

type CreationProps<Row extends ListRow> = Pick<ListPageProps<Row>, 'list' | 'onOpen'> & { children: ReactNode };

/** The form that creates, above the list: opening it does not render the list again, so that it responds at once. */
function Creation<Row extends ListRow>(props: CreationProps<Row>) {
  const { list, children } = props;
  const { resource, create } = list;
  const wasCreating = useOpenDrafts(resource.name).includes(NEW_DRAFT);
  const [creating, setCreating] = useState(wasCreating);
  // The button is painted as pressed before the drawer is rendered, which takes a slow phone a tenth of a second.
  const [start] = useState(() => () => startTransition(() => setCreating(true)));
  const open = useOpenRow(props);
  usePreloaded(create?.form);
  return (
    <StartCreating value={start}>
      {children}
      {create && creating && <create.form onSaved={open} onClose={() => setCreating(false)} />}
    </StartCreating>
  );
}

function useOpenRow<Row extends ListRow>({ list: { href }, onOpen }: Pick<ListPageProps<Row>, 'list' | 'onOpen'>) {
  const navigate = useNavigate();
  return onOpen ?? (href && ((row: { _id: string }) => void navigate(href(row))));
}

function List<Row extends ListRow>({
  list,
  title,
  documentTitle,
  above,
  below,
  create: otherCreate,
  onOpen,
  onDone,
  onFailed,
}: ListPageProps<Row>) {
  const { href, create, selectionBar: SelectionBar } = list;
  const startCreating = use(StartCreating);
  const open = useOpenRow({ list, onOpen });
  const view = useList<Row>(list);
  const { query } = view;
  const selection = useSelection(query.data?.data, {
    total: query.data?.pagination ?? { total: 0 },
    most: list.mostSelected ?? 0,
    page: (part) => list.resource.page({ ...view.asked, ...part }),
  });
  const disabledReason = useClosedReason(create?.permission ?? list.permission, create?.use);
  const menu = usePageMenu(list, view.asked, disabledReason);
  const mayCreate =
    useDeniedReason(create?.permission ?? list.permission) === undefined && disabledReason === undefined;
  useNewByLink(create && mayCreate ? startCreating : undefined);
  useShortcuts(create && mayCreate ? [{ keys: ['n'], effect: create.label, run: startCreating }] : []);

  const createButton = create && (
    <PermissionButton
      permission={create.permission}
      disabledReason={disabledReason}
      variant="contained"
      startIcon={<Add />}
      onClick={startCreating}
    >
      {create.label}
    </PermissionButton>
  );
  return (
    <Actions of={list.actions} onDone={(done) => onDone?.(done, selection)} onFailed={onFailed}>
      {title !== undefined && (
        <PageHeader
          title={title}
          documentTitle={documentTitle}
          count={query.data?.pagination}
          action={createButton}
          menu={menu.entries}
        />
      )}
      {above?.(view.asked)}
      <ActionListView<Row>
        list={list}
        view={view}
        create={mayCreate ? createButton : otherCreate}
        empty={<NothingYet action={createButton}>{list.empty}</NothingYet>}
        tools={menu.exportButton}
        selection={SelectionBar && { ids: selection.ids, onChange: selection.select }}
        onOpen={open}
        href={href}
      />
      {SelectionBar && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} />
        </Suspense>
      )}
      {below?.(view.asked)}
      {menu.dialog}
    </Actions>
  );
}
