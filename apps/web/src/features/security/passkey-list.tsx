import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Passkey } from '@shifa/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { RelativeTime } from '../../ui/relative-time';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { unlessGone } from '../../lib/api-error';
import { formatDate } from '../../lib/format';
import { RenamePasskeyDialog } from './rename-passkey-dialog';
import { ownSecondFactor } from './second-factor.queries';

/** The passkeys of the person, each of which can be renamed and removed. */
export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const remove = useWrite({
    send: (id: string, { signal }) =>
      send(api.secondFactor.removePasskey, { params: { id } }, { signal }).catch(unlessGone),
    success: 'The passkey was removed',
    failure: "Couldn't remove the passkey",
    stale: [ownSecondFactor.queryKey],
    onSuccess: () => setRemoving(undefined),
  });
  return (
    <>
      <Stack component="ul" aria-label="Passkeys" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3 }}>
        {passkeys.map((passkey) => (
          <Stack
            key={passkey._id}
            component="li"
            direction="row"
            sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 3 }}
          >
            <Box sx={{ minWidth: 'min(12em, 100%)', flex: 1, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 500 }}>{passkey.name}</Typography>
              <Typography variant="body2" color="textSecondary">
                {passkey.lastUsedAt ? (
                  <>
                    Passkey, added {formatDate(passkey.createdAt, 'long')} · used{' '}
                    <RelativeTime instant={passkey.lastUsedAt} />
                  </>
                ) : (
                  `Passkey, added ${formatDate(passkey.createdAt, 'long')} · not used yet`
                )}
              </Typography>
            </Box>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-label={`Rename the passkey ${passkey.name}`}
              onClick={() => setRenaming(passkey)}
            >
              Rename
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => setRemoving(passkey)}
            >
              Remove
            </Button>
          </Stack>
        ))}
      </Stack>
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && (
        <ConfirmDialog
          open
          title="Remove passkey"
          verb="Remove passkey"
          destructive
          pending={remove.isPending}
          error={remove.fault}
          onConfirm={() => remove.mutate(removing._id)}
          onStop={remove.stop}
          onCancel={() => setRemoving(undefined)}
        >
          You can't sign in with <strong>{removing.name}</strong> after this.
        </ConfirmDialog>
      )}
    </>
  );
}
