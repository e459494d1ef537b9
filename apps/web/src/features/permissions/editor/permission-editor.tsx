import RestartAlt from '@mui/icons-material/RestartAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import type { PermissionStructure, UserPermissions } from '@shifa/contract';
import { useState } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyDish } from '../../../ui/drawings';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { LeaveQuestion } from '../../../ui/drawers/leave-question';
import { ActionButton } from '../../../screens/actions/permission-button';
import { RelativeTime } from '../../../ui/relative-time';
import { SearchInput } from '../../../ui/search-input';
import { conflictsText, keptChangesText } from '../permissions.messages';
import { matchingSections, sectionsOf } from './permission-lines';
import { PermissionSections } from './permission-sections';
import { ResetPermissions, useUndoReset } from './reset-permissions';
import { type PermissionEditorState, usePermissionEditor } from './use-permission-editor';

type PermissionEditorProps = { structure: PermissionStructure; person: UserPermissions };

/** All permissions of one person. */
export function PermissionEditor({ structure, person }: PermissionEditorProps) {
  const [search, setSearch] = useState('');
  const [onlyOverrides, setOnlyOverrides] = useState(false);
  const [resetting, setResetting] = useState(false);
  const editor = usePermissionEditor(person);
  const undo = useUndoReset(person);
  const disabledReason = disabledReasonOf(person.actions.edit);

  const sections = sectionsOf(structure, person, editor.draft);
  const shown = matchingSections(sections, search, onlyOverrides);
  const conflicts = sections.flatMap(({ lines }) => lines).filter(({ theirs, changed }) => theirs && changed);
  const resetDisabledReason =
    disabledReason ?? (Object.keys(person.overrides).length === 0 ? 'This person has no overrides' : undefined);
  const showAll = () => {
    setSearch('');
    setOnlyOverrides(false);
  };

  return (
    <>
      <Stack sx={{ gap: 4 }}>
        {disabledReason !== undefined && <Banner tone="info">{disabledReason}</Banner>}
        <NewerNotice editor={editor} conflicts={conflicts.length} />
        {undo.offered && (
          <Banner
            tone="success"
            action={
              <Button size="small" color="inherit" loading={undo.pending} onClick={undo.run}>
                Undo
              </Button>
            }
          >
            {undo.fault ?? 'The overrides were removed. Only the role applies.'}
          </Banner>
        )}
        <Stack direction="row" useFlexGap sx={toolbarStyle}>
          <SearchInput label="Search permissions" value={search} onChange={setSearch} />
          <FormControlLabel
            control={<Checkbox size="small" />}
            label="Only overrides"
            checked={onlyOverrides}
            onChange={(_, checked) => setOnlyOverrides(checked)}
          />
          <ActionButton
            disabledReason={resetDisabledReason}
            variant="outlined"
            color="inherit"
            startIcon={<RestartAlt />}
            onClick={() => setResetting(true)}
            sx={{ ml: { sm: 'auto' } }}
          >
            Reset to role defaults
          </ActionButton>
        </Stack>
        {shown.length > 0 ? (
          <PermissionSections sections={shown} readOnly={disabledReason !== undefined} onChoose={editor.choose} />
        ) : (
          <EmptyState
            drawing={<EmptyDish />}
            action={
              <Button variant="outlined" color="inherit" onClick={showAll}>
                Show all permissions
              </Button>
            }
          >
            {search === '' ? 'There are no overrides. Only the role applies.' : `No permissions match “${search}”`}
          </EmptyState>
        )}
      </Stack>
      <SaveBar editor={editor} />
      {resetting && (
        <ResetPermissions
          person={person}
          onDone={(after) => {
            setResetting(false);
            editor.discard();
            undo.offer(person.overrides, after.version);
          }}
          onClose={() => setResetting(false)}
        />
      )}
      <LeaveQuestion
        active={editor.count > 0}
        title="Discard changes"
        verb="Discard"
        cancelLabel="Keep editing"
        destructive
        onLeave={editor.discard}
      >
        This discards your unsaved changes.
      </LeaveQuestion>
    </>
  );
}

type NewerNoticeProps = { editor: PermissionEditorState; conflicts: number };

/** Someone else saved this person while there were unsaved choices, which are kept. */
function NewerNotice({ editor: { newer, acknowledge }, conflicts }: NewerNoticeProps) {
  if (!newer) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" color="inherit" onClick={acknowledge}>
          Got it
        </Button>
      }
    >
      {newer.at === undefined ? (
        <>
          <strong>{newer.by ?? 'Someone'}</strong> changed this person.
        </>
      ) : (
        <>
          <strong>{newer.by ?? 'Someone'}</strong> changed this person <RelativeTime instant={newer.at} />.
        </>
      )}{' '}
      {keptChangesText} {conflicts > 0 && conflictsText(conflicts)}
    </Banner>
  );
}

/** How many changes are unsaved, always visible, with the buttons to save or discard them. */
function SaveBar({ editor }: { editor: PermissionEditorState }) {
  const { count, fault, incomplete, saving, save, stop, discard } = editor;
  if (count === 0) return null;
  return (
    <Box component="section" aria-label="Unsaved changes" sx={barStyle}>
      {fault && <Banner tone="error">{fault}</Banner>}
      <Box className="line">
        <Typography role="status" className="tabular" sx={{ fontWeight: 500, mr: 'auto' }}>
          {incomplete ? 'Complete the last day first.' : plural(count, '1 change', `${count} changes`)}
        </Typography>
        <Button color="inherit" data-decisive onClick={saving ? stop : discard}>
          {saving ? 'Cancel' : 'Discard'}
        </Button>
        <Button variant="contained" loading={saving} disabled={incomplete} onClick={save}>
          Save
        </Button>
      </Box>
    </Box>
  );
}

const toolbarStyle = {
  gap: 3,
  flexWrap: 'wrap',
  alignItems: 'center',
  '& > .MuiOutlinedInput-root': { flex: { xs: '1 1 100%', sm: '0 1 320px' } },
  '& .MuiFormControlLabel-root': { mr: 0 },
};

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
