import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Banner } from '../../../components/banner';
import type { PermissionEditorState } from './use-permission-editor';

/** How much is not saved yet, always in sight, with the way to save it or let it go. */
export function SaveBar({ editor }: { editor: PermissionEditorState }) {
  const { count, fault, saving, save, discard } = editor;
  if (count === 0) return null;
  return (
    <Box component="section" aria-label="Unsaved changes" sx={barStyle}>
      {fault && <Banner tone="error">{fault}</Banner>}
      <Box className="line">
        <Typography role="status" className="tabular" sx={{ fontWeight: 500, mr: 'auto' }}>
          {count === 1 ? '1 change' : `${count} changes`}
        </Typography>
        <Button color="inherit" disabled={saving} onClick={discard}>
          Discard
        </Button>
        <Button variant="contained" loading={saving} onClick={save}>
          Save
        </Button>
      </Box>
    </Box>
  );
}

const barStyle = (theme: Theme) => ({
  position: 'sticky',
  bottom: 'calc(var(--bottom-bar, 0px) + 12px + env(safe-area-inset-bottom))',
  zIndex: theme.zIndex.fab + 1,
  display: 'grid',
  gap: '8px',
  marginTop: '16px',
  padding: '10px 12px 10px 20px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: '12px',
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: '0 6px 20px rgb(8 24 28 / 0.16)',
  '& .line': { display: 'flex', alignItems: 'center', gap: '8px' },
});
