import Block from '@mui/icons-material/PauseCircleOutlined';
import Place from '@mui/icons-material/DriveFileMoveOutlined';
import PlayArrow from '@mui/icons-material/PlayCircleOutlined';
import type { StaffBulkBody } from '@shifa/contract';
import { useState } from 'react';
import { SelectionBar } from '../../../components/data-grid/selection-bar';
import { PermissionButton, useDeniedReason } from '../../../components/permission-button';
import { usePermission } from '../../../lib/use-session';
import { BulkDialog } from './bulk-dialog';

const deeds = [
  { action: 'suspend', label: 'Suspend', icon: <Block /> },
  { action: 'resume', label: 'Resume', icon: <PlayArrow /> },
  { action: 'move', label: 'Move', icon: <Place /> },
] as const;

const MOST = 200;

type BulkBarProps = { ids: ReadonlySet<string>; onDone: () => void };

/** What can be done with everyone who is chosen, each after a preview. */
export function BulkBar({ ids, onDone }: BulkBarProps) {
  const [action, setAction] = useState<StaffBulkBody['action']>();
  const mayEdit = useDeniedReason('staff.edit');
  const seesOne = usePermission('staff.edit').scope !== 'all';
  const tooMany = ids.size > MOST ? `At most ${MOST} people at once` : undefined;
  const elsewhere = seesOne ? 'Only who manages the whole network moves people between laboratories' : undefined;
  return (
    <>
      <SelectionBar count={ids.size} onClear={onDone}>
        {deeds.map(({ action: deed, label, icon }) => (
          <PermissionButton
            key={deed}
            permission="staff.suspend"
            disabledReason={mayEdit ?? tooMany ?? (deed === 'move' ? elsewhere : undefined)}
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={icon}
            onClick={() => setAction(deed)}
          >
            {label}
          </PermissionButton>
        ))}
      </SelectionBar>
      {action && (
        <BulkDialog
          action={action}
          ids={[...ids]}
          onClose={() => setAction(undefined)}
          onDone={() => {
            setAction(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}
