import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Banner } from '../../../ui/feedback/banner';
import { paths } from '../../../config/paths';
import { messageOf } from '../../../lib/api-error';
import { session } from '../../../data/session';

type PairingFormProps = {
  onPair: (code: string) => Promise<void>;
  /** It showed codes until someone removed it. */
  removed: boolean;
};

/** Makes a tablet a wall display, by a code that someone creates in Settings. */
export function PairingForm({ onPair, removed }: PairingFormProps) {
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    if (code.trim() === '') {
      setFault('Type the code');
      return;
    }
    setPending(true);
    setFault(undefined);
    try {
      await onPair(code);
    } catch (error) {
      setFault(messageOf(error, "Couldn't pair the display"));
    }
    setPending(false);
  };
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => void submit(event)}
      sx={{ gap: 5, width: '100%', maxWidth: 480 }}
    >
      {removed && <Banner tone="warning">This display was removed. Pair it again to show codes.</Banner>}
      <Typography variant="h1">Pair this display</Typography>
      <Typography>
        On another device, a manager opens Settings, Wall displays, and creates a code. Type it here within ten minutes.
        The tablet then shows the code for clocking in. No one needs to be signed in.
      </Typography>
      <TextField
        label="Pairing code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setFault(undefined);
        }}
        error={fault !== undefined}
        helperText={fault}
        placeholder="ABCD-2345"
        slotProps={{
          htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, enterKeyHint: 'done' },
          inputLabel: { shrink: true },
        }}
      />
      <Button type="submit" variant="contained" size="large" loading={pending} sx={{ minHeight: 48 }}>
        Pair
      </Button>
      {session.token() !== null && (
        <Link component={RouterLink} to={paths.wallDisplays}>
          Create a code in Settings
        </Link>
      )}
    </Stack>
  );
}
