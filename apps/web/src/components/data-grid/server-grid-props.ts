import type { DataGridProps, GridColDef, GridColumnVisibilityModel, GridValidRowModel } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import type { GridPage, GridState, ListQuery } from './grid-state';

export type ServerGridProps<Row extends GridValidRowModel> = {
  /** What the rows are: `Laboratories`. */
  label: string;
  columns: readonly GridColDef<Row>[];
  query: ListQuery<GridPage<Row>>;
  state: GridState;
  onChange: (patch: Partial<GridState>) => void;
  /** The row on a phone: the name, its state and the two figures that matter. */
  card: (row: Row) => ReactNode;
  /** In the place of the rows when there are none. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  compact?: boolean;
  /** Columns that a narrower window leaves out. */
  columnVisibility?: GridColumnVisibilityModel;
  /** A selection bar is the page's own. */
  selection?: Pick<DataGridProps<Row>, 'rowSelectionModel' | 'onRowSelectionModelChange' | 'isRowSelectable'>;
};
