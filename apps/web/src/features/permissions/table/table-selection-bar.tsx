import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Selection } from './use-selection';

type TableSelectionBarProps = { selection: Selection; children: ReactNode };

/** How many people and how many permissions are chosen, and what can be done with them. */
export function TableSelectionBar({ selection, children }: TableSelectionBarProps) {
  const { people, permissions, clear } = selection;
  if (people.size === 0 && permissions.size === 0) return null;
  return (
    <Stack direction="row" useFlexGap role="region" aria-label="Selection" sx={barStyle}>
      <Typography className="tabular" role="status" sx={{ fontWeight: 500, mr: 2 }}>
        {counted(people.size, 'person', 'people')}, {counted(permissions.size, 'permission', 'permissions')}
      </Typography>
      {children}
      <Button color="inherit" size="small" onClick={clear} sx={{ ml: 'auto' }}>
        Clear selection
      </Button>
    </Stack>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}

const barStyle = (theme: Theme) => ({
  position: 'sticky',
  top: 64,
  zIndex: 4,
  gap: 2,
  flexWrap: 'wrap',
  alignItems: 'center',
  mb: 3,
  px: 4,
  py: 2,
  borderRadius: '12px',
  border: `1px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: theme.vars.palette.background.paper,
});
