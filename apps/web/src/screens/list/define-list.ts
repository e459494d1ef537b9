import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid';
import type { LaboratoryUse, Permission, SheetFormat } from '@shifa/contract';
import type { FunctionComponent, ReactElement } from 'react';
import type { Callback, Shows } from '../../lib/callback';
import type { z } from 'zod';
import type { FileAnswer } from '../../lib/save-file';
import type { QueryOf, ReadRoute } from '../../data/queries';
import type { Resource } from '../../data/resource';
import type { UrlStateSchema } from '../../data/url-state';
import type { Actionable, ActionSet, Versioned } from '../actions/define-actions';
import type { ListFilter, ListState } from './list-filters';
import type { Selection } from './use-selection';

/** A row that is only shown. */
export type PlainRow = GridValidRowModel & { _id: string };

export type ListRow = PlainRow & Actionable;

/** A column of the grid, and when it is shown. */
export type ListColumn<Row extends PlainRow = PlainRow> = GridColDef<Row> & {
  /** The window that has room for it; narrower ones leave it out. */
  from?: 'lg' | 'xl';
  /** Left out until the person chooses it. */
  hiddenByDefault?: boolean;
  /** Only for those who see the whole network. */
  networkOnly?: boolean;
  /** What a row is called, which is the link to its page. Without one, it is the first column. */
  linked?: true;
};

/** What can be done with the page besides creating something. */
export type PageAction = {
  label: string;
  /** All of these are needed. */
  permissions?: readonly Permission[];
  /** Not possible either where `create` is disabled. */
  creates?: true;
} & ({ dialog: FunctionComponent<{ onClose: () => void }> } | { to: (search: string) => string });

/** Saves the list as it is filtered and sorted, whatever its page. */
export type ListExport<State = ListState> = {
  permission: Permission;
  /** Without its extension: `staff`. */
  fileName: string;
  /** `waitMs` is how long a large file may take. */
  fetch: Callback<[query: Omit<State, 'page' | 'limit'>, format: SheetFormat, waitMs: number], Promise<FileAnswer>>;
  /** In the menu of the page, or as a button beside the filters. */
  place?: 'menu' | 'button';
};

/** The form behind the one primary button of the page. */
export type CreateAction = {
  label: string;
  permission: Permission;
  /** What the laboratory must allow. */
  use?: LaboratoryUse;
  form: FunctionComponent<{ onSaved?: (saved: { _id: string }) => void; onClose: () => void }>;
};

/** What is shown of a list, whatever can be done with its rows. */
type ViewOptions<Row extends PlainRow, State> = {
  /** Decides whether the viewer sees the whole network. */
  permission: Permission;
  /** The label of the search box; without it, the list cannot be searched. */
  search?: string;
  /** Where nothing exists yet: a sentence above the button that creates, or all of it. */
  empty: string | FunctionComponent;
  filters: readonly ListFilter<State>[];
  /** Every order, for a phone, whose cards have no column heads. */
  sorts: Readonly<Record<State extends { sort: infer Sort extends string } ? Sort : never, string>>;
  columns: readonly ListColumn<Row>[];
  /** The row on a phone: the name, its state and the two values that matter. */
  card: Callback<[row: Row], ReactElement>;
};

type ListOptions<Row extends ListRow, State, Stored> = ViewOptions<Row, State> & {
  /** The page of a row, and of what was created. */
  href?: (row: { _id: string }) => string;
  actions: ActionSet<Row, Stored>;
  create?: CreateAction;
  menu?: readonly PageAction[];
  export?: ListExport<State>;
  /** What can be done with the rows that are selected, over all pages. */
  selectionBar?: Shows<{ selection: Selection<Row> }>;
  /** The most rows that can be changed together. */
  mostSelected?: number;
};

/** Where the rows of a list come from, and what people call them. */
export type RowSource<Row> = Pick<Resource<Row, never>, 'name' | 'noun' | 'plural' | 'page'> & {
  nameOf: Callback<[row: Row], string>;
};

/** A list of rows that are only shown, or whose actions belong to the page. */
export type RowListDefinition<Row extends PlainRow = PlainRow, State extends ListState = ListState> = ViewOptions<
  Row,
  State
> & {
  resource: RowSource<Row>;
  schema: UrlStateSchema;
  href?: Callback<[row: Row], string>;
};

export type ListDefinition<
  Row extends ListRow = ListRow,
  State extends ListState = ListState,
  Stored = Versioned,
> = ListOptions<Row, State, Stored> & {
  resource: Resource<Row, Stored>;
  /** What the address bar holds of the list. */
  schema: UrlStateSchema;
};

/** Declares a list: address, filters, order, columns, cards and what can be done with it and its rows. */
export function defineList<List extends ReadRoute, Row extends ListRow, Stored, Schema extends UrlStateSchema>(
  resource: Resource<Row, Stored> & { list: List },
  schema: Schema & (z.output<Schema> extends ListState & QueryOf<List> ? unknown : never),
  options: ListOptions<Row, z.output<Schema> & ListState, Stored>,
): ListDefinition<Row, z.output<Schema> & ListState, Stored> {
  return { ...options, resource, schema };
}
