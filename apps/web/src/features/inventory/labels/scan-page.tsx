import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import { batchOfLabel, type InventoryListItem } from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { BackLink } from '../../../screens/back-link';
import { Banner } from '../../../ui/feedback/banner';
import { Field } from '../../../ui/fields/field';
import { PageHeader } from '../../../ui/page-header';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { paths } from '../../../config/paths';
import { usePermission } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { useWedge } from '../../../lib/use-wedge';
import { withQuery } from '../../../lib/with-query';
import { StockDrawer } from '../inventory.actions';
import { CodeCamera } from '../scanning/code-camera';
import { UnknownCode } from '../scanning/unknown-code';
import { type ScannedBox, useScan } from '../scanning/use-scan';

/** Where a typed code leads: a label to its batch; anything else is searched for. */
export function pathOfCode(code: string): string | undefined {
  const id = batchOfLabel(code);
  return id === undefined ? undefined : paths.inventoryBatch(id);
}

const ScanState = z.object({ to: z.enum(['find', 'in', 'out']).default('find') });

const purposes = [
  { value: 'find', label: 'Find' },
  { value: 'in', label: 'Receive' },
  { value: 'out', label: 'Use' },
] as const;

/** Scans the label of a batch or the code of a maker, and opens the item, or a form to receive or use it. */
export function ScanPage() {
  const navigate = useNavigate();
  const [{ to }, change] = useUrlState(ScanState);
  const mayMove = usePermission('inventory.stock').allowed;
  const purpose = mayMove ? to : 'find';
  const [typed, setTyped] = useState('');
  const [box, setBox] = useState<ScannedBox>();
  const [open, setOpen] = useState(false);
  const [unknown, setUnknown] = useState<string>();
  const scan = useScan({
    onScan: (next) => {
      const { item, batch, code, choices } = next.scan;
      setBox(next);
      if (choices.length > 0) return undefined;
      if (!item && code?.gtin != null) {
        setUnknown(code.gtin);
        return 'No item here has this code yet.';
      }
      if (!item) return foreign(next);
      if (purpose === 'find') {
        void navigate(withQuery(paths.inventoryItem(item._id), batch ? { batch: batch._id } : {}), { replace: true });
      } else setOpen(true);
      return undefined;
    },
  });
  const isAsking = open || unknown !== undefined;
  useWedge(scan.read, { disabled: isAsking });
  const again = (only?: { itemId: string }) => {
    const texts = box?.texts ?? [];
    scan.forget();
    setBox(undefined);
    texts.forEach((text) => scan.read(text, only));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = typed.trim();
    if (search !== '') void navigate(pathOfCode(search) ?? withQuery(paths.inventory, { search }));
  };
  const item = box?.scan.item;
  return (
    <>
      <PageHeader
        title="Scan a code"
        subtitle="Point the camera at the code on a box or on a batch label, or use a hand scanner."
        back={<BackLink to={paths.inventory}>Inventory</BackLink>}
      />
      <Stack sx={{ gap: 4, maxWidth: 640 }}>
        {mayMove && (
          <SegmentedChoice
            label="What to do"
            value={purpose}
            segments={purposes}
            onChange={(next) => change({ to: next })}
          />
        )}
        {scan.fault !== undefined && <Banner tone="warning">{scan.fault}</Banner>}
        <Choices choices={box?.scan.choices ?? []} onChoose={(itemId) => again({ itemId })} />
        {!isAsking && <CodeCamera onCode={scan.read} otherwise="Use a hand scanner, or type the code instead." />}
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
      {open && item && purpose !== 'find' && (
        <StockDrawer
          itemId={item._id}
          type={purpose}
          begun={box}
          camera
          onClose={() => {
            setOpen(false);
            setBox(undefined);
            scan.forget();
          }}
        />
      )}
      {unknown !== undefined && (
        <UnknownCode
          gtin={unknown}
          onClose={() => setUnknown(undefined)}
          onRemembered={() => {
            setUnknown(undefined);
            again();
          }}
        />
      )}
    </>
  );
}

function foreign({ scan: { code } }: ScannedBox): string {
  if (code && code.kind !== 'text') return 'This code names no item. Scan the other code on the box.';
  return 'No item and no batch here has this code. Scan another one, or search for it below.';
}

/** The same code in several laboratories, or of several items. */
function Choices({ choices, onChoose }: { choices: readonly InventoryListItem[]; onChoose: (itemId: string) => void }) {
  if (choices.length === 0) return null;
  return (
    <div>
      <Banner tone="info">Several items have this code. Choose the one in front of you.</Banner>
      <List disablePadding aria-label="Items with this code">
        {choices.map(({ _id, name, itemCode, laboratoryId }) => (
          <ListItemButton key={_id} onClick={() => onChoose(_id)}>
            <ListItemText primary={name} secondary={`${itemCode} · ${laboratoryId.name}`} />
          </ListItemButton>
        ))}
      </List>
    </div>
  );
}
