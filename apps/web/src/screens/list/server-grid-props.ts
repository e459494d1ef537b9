import type { GridColDef, GridColumnVisibilityModel, GridValidRowModel } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import type { ActionEntry } from '../../ui/action-menu';
import type { PersonalGrid } from './use-grid-preferences';
import type { Page } from '../../data/queries';
import type { GridState, ListQuery } from '../../ui/grid/grid-state';

/** `linked`: its text is the link of the row, instead of the first column's. */
export type GridColumn<Row extends GridValidRowModel> = GridColDef<Row> & { linked?: true };

export type ServerGridProps<Row extends GridValidRowModel> = {
  /** What the rows are: `laboratories`. */
  things: string;
  columns: readonly GridColumn<Row>[];
  query: ListQuery<Page<Row>>;
  state: GridState;
  onChange: (patch: Partial<GridState>) => void;
  /** The row on a phone: the name, its state and the two figures that matter. */
  card: (row: Row) => ReactNode;
  /** In the place of the rows when there are none. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  /** The address of a row, so that it can also be opened in another tab. */
  href?: (row: Row) => string;
  /** Columns that a narrower window leaves out. */
  columnVisibility?: GridColumnVisibilityModel;
  /** The rows that are chosen, over all pages; a selection bar is the page's own. */
  selection?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void };
  /** What can be done with a row, at its card on a phone. */
  cardEntries?: (row: Row) => readonly ActionEntry[];
  /** What a row is called, where rows can be chosen or have actions on a phone. */
  nameOf?: (row: Row) => string;
  /** Where the person may choose the columns. */
  grid?: PersonalGrid;
};
