import Stack from '@mui/material/Stack';
import { useOnPhone } from '../../ui/use-on-phone';
import type { UrlStateSchema } from '../../data/url-state';
import { type ColumnChoice, ColumnsMenu } from './columns-menu';
import type { PersonalGrid } from './use-grid-preferences';
import { ViewsMenu } from './views-menu';

type GridToolsProps = {
  /** The same that the grid is given. */
  grid: PersonalGrid;
  /** What the address bar holds of the list. */
  schema: UrlStateSchema;
  /** Those that may be left out. */
  columns: readonly ColumnChoice[];
};

/** A list the way a person likes it: saved views, and on a large screen the choice of columns. */
export function GridTools({ grid, schema, columns }: GridToolsProps) {
  const onPhone = useOnPhone();
  return (
    <Stack direction="row" sx={{ gap: 1, ml: { sm: 'auto' }, minWidth: 0 }}>
      <ViewsMenu grid={grid} schema={schema} />
      {!onPhone && <ColumnsMenu grid={grid} columns={columns} />}
    </Stack>
  );
}
