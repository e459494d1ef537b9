import Popper from '@mui/material/Popper';
import { styled } from '@mui/material/styles';
import { reasonFor } from '@shifa/contract';
import { permissionLabel } from '../../../lib/permission-label';
import type { Rested } from './table-parts';

const Words = styled('div')(({ theme }) => ({
  maxWidth: 280,
  margin: 6,
  padding: '6px 10px',
  borderRadius: 6,
  fontSize: '0.75rem',
  color: theme.vars.palette.background.paper,
  backgroundColor: theme.vars.palette.text.primary,
  '& strong': { display: 'block', fontWeight: 500 },
}));

/** Why the person of a cell may do this or not. One for the whole table, which has a thousand cells. */
export function CellReason({ cell, row, permission }: Rested) {
  return (
    <Popper open anchorEl={cell} placement="top" sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}>
      <Words>
        <strong>{permissionLabel(permission)}</strong>
        {reasonFor(row.user.role, permission, row.permissions[permission])}
      </Words>
    </Popper>
  );
}
