import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Typography from '@mui/material/Typography';
import {
  type BulkResult,
  type Holiday,
  HolidaySchema,
  type Laboratory,
  plural,
  readHolidayList,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { BulkChangeDialog } from '../../../screens/bulk/bulk-change-dialog';
import { api } from '../../../data/api';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { invalidate } from '../../../data/live';
import { keyOfAll, send } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { formatCount, formatDay } from '../../../lib/format';
import { useDebounced } from '../../../lib/use-debounced';
import { FileDrop } from '../../../ui/file-drop';
import { Field } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';

/** Several years of holidays are a few kilobytes. */
const MAX_FILE_BYTES = 100_000;

const laboratoryWords = {
  count: (count: number) => plural(count, '1 laboratory', `${formatCount(count)} laboratories`),
  none: 'Nothing',
  allOrNone: 'all laboratories or to none',
};

type AddHolidaysDialogProps = { laboratory: Laboratory; onClose: () => void };

/** Adds a pasted or uploaded list of holidays to one or several laboratories, after a preview. */
export function AddHolidaysDialog({ laboratory, onClose }: AddHolidaysDialogProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [fileFault, setFileFault] = useState<string>();
  const [chosen, setChosen] = useState<readonly string[]>([laboratory._id]);
  const [replace, setReplace] = useState(false);
  const settled = useDebounced(text);
  const { holidays, faults } = readHolidayList(text);
  const ready = settled === text && faults.length === 0 && holidays.length > 0 && chosen.length > 0;

  const readFile = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      setFileFault('This file is too large. Choose a CSV or text file of at most 100 kB.');
      return;
    }
    try {
      setText(await file.text());
      setFileFault(undefined);
    } catch {
      // It was moved meanwhile, or is still in the cloud.
      setFileFault("This file can't be read. Save it on this device, and choose it again.");
    }
  };

  return (
    <BulkChangeDialog
      title="Add a list of holidays"
      verb="Save holidays of"
      things={laboratoryWords}
      outcomeOf={(count) => `The holidays of ${laboratoryWords.count(count)} were saved`}
      ids={chosen}
      request={ready ? { holidays, replace } : undefined}
      send={(request, ids, { dryRun, key, signal }) =>
        send(api.laboratories.addHolidays, { body: { ...request, ids: [...ids], dryRun } }, { key, signal })
      }
      describe={(changes) => <HolidayChanges changes={changes} />}
      onDone={() => {
        onClose();
        void invalidate(queryClient, [keyOfAll('laboratories'), keyOfAll('attendance'), keyOfAll('leaves')]);
      }}
      onClose={onClose}
    >
      <TextInput
        label="Holidays"
        help="One per line: a date such as 2027-01-26 or 26/01/2027, a comma, and the name"
        error={faults.length > 0 ? faults.map(({ line, message }) => `Line ${line}: ${message}`).join('. ') : undefined}
        multiline
        minRows={4}
        maxRows={10}
        value={text}
        placeholder={'2027-01-26, Republic Day\n2027-08-15, Independence Day'}
        onChange={setText}
      />
      <FileDrop
        label="Choose a file"
        help={fileFault ?? 'A CSV or text file with the same lines'}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void readFile(file)}
      />
      <LaboratoryChecks laboratory={laboratory} chosen={chosen} onChange={setChosen} />
      <FormControlLabel
        control={<Checkbox checked={replace} onChange={(_, checked) => setReplace(checked)} />}
        label="Remove other holidays in the same years"
      />
    </BulkChangeDialog>
  );
}

type LaboratoryChecksProps = {
  laboratory: Laboratory;
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
};

/** Offered only to those who may change several laboratories. */
function LaboratoryChecks({ laboratory, chosen, onChange }: LaboratoryChecksProps) {
  const editsOthers = usePermission('laboratories.edit').scope === 'all';
  const { data: options = [laboratory] } = useQuery({ ...laboratoryOptions, enabled: editsOthers });
  if (!editsOthers) return null;
  const ids = new Set(chosen);
  const toggle = (id: string) => onChange(ids.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const isAll = options.every(({ _id }) => ids.has(_id));
  return (
    <Field label="Laboratories" error={chosen.length === 0 ? 'Choose at least one laboratory' : undefined}>
      {({ id }) => (
        <FormGroup id={id} aria-label="Laboratories" role="group" sx={laboratoriesStyle}>
          {options.length > 1 && (
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={isAll}
                  indeterminate={!isAll && ids.size > 0}
                  onChange={() => onChange(isAll ? [] : options.map(({ _id }) => _id))}
                />
              }
              label="All laboratories"
            />
          )}
          {options.map(({ _id, name }) => (
            <FormControlLabel
              key={_id}
              control={<Checkbox size="small" checked={ids.has(_id)} onChange={() => toggle(_id)} />}
              label={name}
            />
          ))}
        </FormGroup>
      )}
    </Field>
  );
}

const laboratoriesStyle = {
  flexWrap: 'nowrap',
  maxHeight: 200,
  overflowY: 'auto',
  px: 3,
  py: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' },
};

const Holidays = z.array(HolidaySchema).catch([]);

/** The days that come and go, for example “+ Jan 26, 2027 Republic Day”. */
function HolidayChanges({ changes }: { changes: BulkResult['changes'] }) {
  const before = Holidays.parse(changes[0]?.before);
  const after = Holidays.parse(changes[0]?.after);
  const isIn = (list: readonly Holiday[], { date, name }: Holiday) =>
    list.some((each) => each.date === date && each.name === name);
  const lines = [
    ...after.filter((each) => !isIn(before, each)).map((each) => ({ sign: '+', ...each })),
    ...before.filter((each) => !isIn(after, each)).map((each) => ({ sign: '−', ...each })),
  ];
  return lines.map(({ sign, date, name }) => (
    <Typography key={`${sign}${date}`} variant="body2" color="textSecondary" className="tabular">
      {sign} {formatDay(date)} {name}
    </Typography>
  ));
}
