import Add from '@mui/icons-material/AddOutlined';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Done, type Failed, useActions } from '../actions/use-actions';
import { NEW_DRAFT, useOpenDrafts } from '../form/use-draft';
import { PageHeader } from '../page-header';
import { PermissionButton, useDeniedReason } from '../permission-button';
import { useShortcuts } from '../shortcuts';
import type { ListDefinition, ListRow, ListState } from './define-list';
import { ListView, NothingYet } from './list-view';
import { usePageMenu } from './page-menu';
import { useList } from './use-list';
import { type Selection, useSelection } from './use-selection';

type ListPageProps<Row extends ListRow, State extends ListState, Stored> = {
  list: ListDefinition<Row, State, Stored>;
  /** Without one the list is a part of another page. */
  title?: string;
  /** Between the title and the filters, such as cards with counts. */
  above?: (asked: State) => ReactNode;
  /** Below the rows, such as totals. */
  below?: (asked: State) => ReactNode;
  /** In the place of the row's own page. */
  onOpen?: (row: { _id: string }) => void;
  /** An action on a row, by its menu, has been done. */
  onDone?: (done: Done<Row, Stored>, selection: Selection<Row>) => void;
  /** An action on a row failed outside a dialog; by default a message says so. */
  onFailed?: (failed: Failed<Row>) => void;
};

/** The page of a list, from its declaration. */
export function ListPage<Row extends ListRow, State extends ListState, Stored extends { version: number }>({
  list,
  title,
  above,
  below,
  onOpen,
  onDone,
  onFailed,
}: ListPageProps<Row, State, Stored>) {
  const { resource, href, create, selectionBar: SelectionBar } = list;
  const navigate = useNavigate();
  const wasCreating = useOpenDrafts(resource.name).includes(NEW_DRAFT);
  const [creating, setCreating] = useState(wasCreating);
  const view = useList(list);
  const { query } = view;
  const selection = useSelection(query.data?.data);
  const actions = useActions(list.actions, { onDone: (done) => onDone?.(done, selection), onFailed });
  const useDisabledReason = create?.useDisabledReason ?? useNoReason;
  const disabledReason = useDisabledReason();
  const menu = usePageMenu(list, view.asked, disabledReason);
  const mayCreate =
    useDeniedReason(create?.permission ?? list.permission) === undefined && disabledReason === undefined;
  useShortcuts(create && mayCreate ? [{ keys: ['n'], effect: create.label, run: () => setCreating(true) }] : []);

  const open = onOpen ?? (href && ((row: { _id: string }) => void navigate(href(row))));
  const createButton = create && (
    <PermissionButton
      permission={create.permission}
      disabledReason={disabledReason}
      variant="contained"
      startIcon={<Add />}
      onClick={() => setCreating(true)}
    >
      {create.label}
    </PermissionButton>
  );
  return (
    <>
      {title !== undefined && (
        <PageHeader title={title} count={query.data?.pagination.total} action={createButton} menu={menu.entries} />
      )}
      {above?.(view.asked)}
      <ListView
        list={list}
        view={view}
        entriesFor={actions.entriesFor}
        empty={<NothingYet action={createButton}>{list.empty}</NothingYet>}
        tools={menu.exportButton}
        selection={SelectionBar && { ids: selection.ids, onChange: selection.select }}
        onOpen={open}
        href={href}
      />
      {SelectionBar && <SelectionBar selection={selection} />}
      {below?.(view.asked)}
      {create && creating && <create.form onSaved={open} onClose={() => setCreating(false)} />}
      {menu.dialog}
      {actions.dialog}
    </>
  );
}

const useNoReason = () => undefined;
