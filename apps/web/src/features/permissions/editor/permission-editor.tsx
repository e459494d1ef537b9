import RestartAlt from '@mui/icons-material/RestartAltOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import type { PermissionStructure, UserPermissions } from '@shifa/contract';
import { useState } from 'react';
import { Banner } from '../../../components/banner';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { EmptyDish } from '../../../components/drawings';
import { EmptyState } from '../../../components/empty-state';
import { useLeaveGuard } from '../../../components/form/use-leave-guard';
import { PermissionButton } from '../../../components/permission-button';
import { SearchInput } from '../../../components/search-input';
import { NewerNotice } from './newer-notice';
import { matchingSections, sectionsOf } from './permission-lines';
import { PermissionSections } from './permission-sections';
import { ResetPermissions } from './reset-permissions';
import { SaveBar } from './save-bar';
import { useEditorLock } from './use-editor-lock';
import { usePermissionEditor } from './use-permission-editor';
import { useUndoReset } from './use-undo-reset';

type PermissionEditorProps = { structure: PermissionStructure; person: UserPermissions };

/** Every permission of one person, to look at or to change. */
export function PermissionEditor({ structure, person }: PermissionEditorProps) {
  const [search, setSearch] = useState('');
  const [onlyOverrides, setOnlyOverrides] = useState(false);
  const [resetting, setResetting] = useState(false);
  const [leave, setLeave] = useState<() => void>();
  const editor = usePermissionEditor(person);
  const undo = useUndoReset(person);
  const locked = useEditorLock(person);
  useLeaveGuard(editor.count > 0, (go) => setLeave(() => go));

  const sections = sectionsOf(structure, person, editor.draft);
  const shown = matchingSections(sections, search, onlyOverrides);
  const meeting = sections.flatMap(({ lines }) => lines).filter(({ theirs, choice }) => theirs && theirs !== choice);
  const resetLock =
    locked ?? (Object.keys(person.overrides).length === 0 ? 'Nothing is overridden for this person' : undefined);
  const showAll = () => {
    setSearch('');
    setOnlyOverrides(false);
  };

  return (
    <>
      <Stack sx={{ gap: 4 }}>
        {locked !== undefined && <Banner tone="info">{locked}</Banner>}
        {editor.newer && <NewerNotice newer={editor.newer} meeting={meeting.length} onTakeNote={editor.takeNote} />}
        {undo.offered && (
          <Banner
            tone="success"
            action={
              <Button size="small" color="inherit" loading={undo.pending} onClick={undo.run}>
                Undo
              </Button>
            }
          >
            {undo.fault ?? 'The overrides were taken back. The role alone decides now.'}
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
          <PermissionButton
            permission="permissions.edit"
            disabledReason={resetLock}
            variant="outlined"
            color="inherit"
            startIcon={<RestartAlt />}
            onClick={() => setResetting(true)}
            sx={{ ml: { sm: 'auto' } }}
          >
            Reset to role defaults
          </PermissionButton>
        </Stack>
        {shown.length > 0 ? (
          <PermissionSections sections={shown} readOnly={locked !== undefined} onChoose={editor.choose} />
        ) : (
          <EmptyState
            drawing={<EmptyDish />}
            action={
              <Button variant="outlined" color="inherit" onClick={showAll}>
                Show all permissions
              </Button>
            }
          >
            {search === '' ? 'Nothing is overridden: the role alone decides.' : `No permission fits «${search}».`}
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
      <ConfirmDialog
        open={leave !== undefined}
        title="Discard changes"
        verb="Discard"
        cancelLabel="Keep editing"
        destructive
        onCancel={() => setLeave(undefined)}
        onConfirm={() => {
          editor.discard();
          setLeave(undefined);
          leave?.();
        }}
      >
        What you chose has not been saved and will be lost.
      </ConfirmDialog>
    </>
  );
}

const toolbarStyle = {
  gap: 3,
  flexWrap: 'wrap',
  alignItems: 'center',
  '& > .MuiOutlinedInput-root': { flex: { xs: '1 1 100%', sm: '0 1 320px' } },
  '& .MuiFormControlLabel-root': { mr: 0 },
};
