import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { Banner } from '../../../ui/feedback/banner';
import { Field } from '../../../ui/fields/field';
import { PageHeader } from '../../../ui/page-header';
import { QrCamera } from '../../../ui/qr/qr-camera';
import { paths } from '../../../config/paths';
import { withQuery } from '../../../lib/with-query';
import { batchOfCode } from './label-code';

/** Where a scanned or typed code leads: to its batch; anything that is no label is searched for if it was typed. */
export function pathOfCode(code: string): string | undefined {
  const id = batchOfCode(code);
  return id === undefined ? undefined : paths.inventoryBatch(id);
}

/** Scans the label of a batch with the camera and opens the batch; the code can be typed as well. */
export function ScanPage() {
  const navigate = useNavigate();
  const [foreign, setForeign] = useState(false);
  const [typed, setTyped] = useState('');
  const follow = (code: string) => {
    const path = pathOfCode(code);
    if (path === undefined) setForeign(true);
    else void navigate(path, { replace: true });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = typed.trim();
    if (search !== '') void navigate(pathOfCode(search) ?? withQuery(paths.inventory, { search }));
  };
  return (
    <>
      <PageHeader
        title="Scan a label"
        subtitle="Point the camera at the code on a batch label."
        back={<BackLink to={paths.inventory}>Inventory</BackLink>}
      />
      <Stack sx={{ gap: 4, maxWidth: 640 }}>
        {foreign && <Banner tone="info">This code isn't a batch label of this product.</Banner>}
        <QrCamera onCode={follow} otherwise="Type the code instead." />
        <form onSubmit={submit}>
          <Field label="Or type a batch number" help="A batch number, an item code, or the link below a code.">
            {(a11y) => (
              <Stack direction="row" sx={{ gap: 2 }}>
                <OutlinedInput
                  {...a11y}
                  fullWidth
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  inputProps={{ autoComplete: 'off', autoCapitalize: 'characters', enterKeyHint: 'go' }}
                />
                <Button type="submit" variant="contained">
                  Find
                </Button>
              </Stack>
            )}
          </Field>
        </form>
      </Stack>
    </>
  );
}
