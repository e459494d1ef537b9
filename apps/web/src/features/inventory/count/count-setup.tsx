import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { ClosedLaboratory, closedReasonOf, useClosedReason } from '../../../screens/closed-laboratory';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormSuggestedText } from '../../../ui/fields/form-suggested-text';
import { useCheckedForm } from '../../../ui/fields/use-checked-form';
import { ActionButton } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { messageOf } from '../../../lib/api-error';
import { formatMoment } from '../../../lib/format';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { useStore } from '../../../lib/store';
import { useStoppable } from '../../../data/use-stoppable';
import { usePermission, useUser } from '../../../data/use-session';
import { suggestionsOf } from '../inventory.resource';
import { inOrderOfPlaces } from './count-lines';
import { fetchSheet } from './count-requests';
import { countsUnderWay, type CountUnderWay, placeOf } from './counts-under-way';
import { keptCounts } from './kept-counts';

type CountSetupProps = { onOpen: (id: string) => void };

/** The counts under way on this device, and the start of another one. */
export function CountSetup({ onOpen }: CountSetupProps) {
  const { _id: owner } = useUser();
  useStore(keptCounts);
  const underWay = countsUnderWay(owner);
  return (
    <Stack sx={{ gap: 4, maxWidth: 480 }}>
      <ClosedLaboratory use="enterRecords" />
      {underWay.map((count) => (
        <UnderWay key={count._id} count={count} owner={owner} onOpen={onOpen} />
      ))}
      <NewCount onOpen={onOpen} />
    </Stack>
  );
}

type UnderWayProps = CountSetupProps & { count: CountUnderWay; owner: string };

function UnderWay({ count, owner, onOpen }: UnderWayProps) {
  const [discarding, setDiscarding] = useState(false);
  return (
    <SectionCard title={placeOf(count)}>
      <Typography color="textSecondary" className="tabular">
        {count.begun} of {count.total} items counted · started {formatMoment(count.startedAt)}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, mt: 3 }}>
        <Button variant="contained" sx={tall} onClick={() => onOpen(count._id)}>
          Continue counting
        </Button>
        <Button color="inherit" sx={tall} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
      </Stack>
      <ConfirmDialog
        open={discarding}
        title="Discard count"
        verb="Discard"
        cancelLabel="Keep"
        destructive
        onCancel={() => setDiscarding(false)}
        onConfirm={() => keptCounts.discard(owner, count._id)}
      >
        What you counted of {placeOf(count)} is removed from this device and not saved.
      </ConfirmDialog>
    </SectionCard>
  );
}

function NewCount({ onOpen }: CountSetupProps) {
  const { _id: owner, laboratoryId: own } = useUser();
  const choosable = usePermission('inventory.stock').scope === 'all';
  const { data = [] } = useQuery({ ...laboratoryOptions, enabled: choosable });
  const { control, handleSubmit, setValue } = useCheckedForm({
    defaultValues: { laboratoryId: own?._id ?? '', storageLocation: '', blind: false },
  });
  const [chosen, blind] = useWatch({ control, name: ['laboratoryId', 'blind'] });
  const closedReason = useClosedReason('inventory.stock', 'enterRecords');
  const disabledReason = chosen === '' ? 'Choose a laboratory first' : closedReason;
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState<string>();
  const { run, stop } = useStoppable();

  const start = handleSubmit(async (values) => {
    const place = values.storageLocation.trim();
    const laboratory = data.find(({ _id }) => _id === values.laboratoryId)?.name ?? own?.name ?? '';
    const of = { laboratoryId: values.laboratoryId, ...(place !== '' && { storageLocation: place }) };
    const same = countsUnderWay(owner).find(
      (one) => one.laboratoryId === of.laboratoryId && (one.storageLocation ?? '') === place,
    );
    if (same) {
      onOpen(same._id);
      return;
    }
    setStarting(true);
    setFault(undefined);
    try {
      const items = await run((signal) => fetchSheet(of, signal));
      if (items.length === 0) setFault('There is nothing to count here. Choose another location.');
      else onOpen(begin(owner, { ...of, laboratory, blind: values.blind }, items));
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setStarting(false);
    }
  });
  return (
    <Stack component="form" noValidate sx={{ gap: 4 }} onSubmit={(event) => void start(event)}>
      {choosable && (
        <FormSelect
          control={control}
          name="laboratoryId"
          label="Laboratory"
          placeholder="Choose a laboratory"
          options={data.map((laboratory) => ({
            value: laboratory._id,
            label: laboratory.name,
            disabledReason: closedReasonOf(laboratory, 'enterRecords'),
          }))}
        />
      )}
      <FormSuggestedText
        key={chosen}
        control={control}
        name="storageLocation"
        label="Storage location"
        optional
        help="Leave blank to count every item in the laboratory."
        useSuggestions={suggestionsOf('storageLocation', chosen === '' ? undefined : chosen)}
      />
      <FormControlLabel
        control={<Checkbox checked={blind} onChange={(_, checked) => setValue('blind', checked)} />}
        label="Hide expected quantities until the review"
      />
      {fault !== undefined && <Banner tone="error">{fault}</Banner>}
      <Stack direction="row" sx={{ gap: 2 }}>
        <ActionButton
          type="submit"
          variant="contained"
          size="large"
          loading={starting}
          disabledReason={disabledReason}
          sx={{ flex: 1 }}
        >
          Start counting
        </ActionButton>
        {starting && (
          <Button color="inherit" size="large" onClick={stop}>
            Cancel
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

type Begun = Pick<CountUnderWay, 'laboratoryId' | 'laboratory' | 'storageLocation' | 'blind'>;

/** Keeps a new count on this device. @throws Error if there is no room for it. */
function begin(owner: string, count: Begun, items: Awaited<ReturnType<typeof fetchSheet>>): string {
  const now = Date.now();
  const serverNow = Math.max(...items.map(({ readAt }) => Date.parse(readAt)));
  const head = {
    ...count,
    startedAt: new Date(now).toISOString(),
    total: items.length,
    clockOffsetMs: serverNow - now,
  };
  try {
    return keptCounts.begin(owner, head, inOrderOfPlaces(items));
  } catch (error) {
    const message =
      "This device doesn't have enough storage for so many items. Choose a storage location, or save other counts first.";
    throw new Error(message, { cause: error });
  }
}

const tall = { minHeight: 44 };
