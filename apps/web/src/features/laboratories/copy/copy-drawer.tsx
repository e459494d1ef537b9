import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { type CopyLaboratoryBody, type Laboratory, type contract } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Choice } from '../../../ui/fields/choice';
import { Combobox } from '../../../ui/fields/combobox';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { LaboratoryExtensions } from '../../../screens/detail/laboratory-extensions';
import { ChangeLines } from '../../../screens/form/change-lines';
import { api } from '../../../data/api';
import { failedWith } from '../../../lib/api-error';
import { laboratoryDetail } from '../../../data/laboratory-detail';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { keyOfAll, send } from '../../../data/queries';
import { type CopyPart, copyParts, holidayYears } from './copy-parts';
import { useWrite } from '../../../data/use-write';

type CopyDrawerProps = { laboratory: Laboratory; onClose: () => void };

/** Copies policies, week and holidays from another laboratory, after showing what that changes. */
export function CopyDrawer({ laboratory, onClose }: CopyDrawerProps) {
  const [from, setFrom] = useState<string>();
  const [chosenYear, setYear] = useState<number>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const extensions = use(LaboratoryExtensions);
  const source = useQuery({ ...laboratoryDetail(from ?? ''), enabled: from !== undefined });
  const years = source.data ? holidayYears(source.data) : [];
  const year = chosenYear !== undefined && years.includes(chosenYear) ? chosenYear : years[0];
  const parts = source.data ? copyParts(extensions, source.data, laboratory, year ?? 0) : [];
  const chosen = parts.filter(({ title }) => !left.has(title));
  const copying = useCopy(laboratory, onClose);

  const submit = () => {
    if (!source.data || chosen.length === 0) return;
    const { _id, version } = source.data;
    copying.mutate({
      from: { _id, version },
      fields: chosen.flatMap(({ fields }) => fields),
      ...(year !== undefined && { year }),
      version: laboratory.version,
    });
  };
  return (
    <FormDrawer
      open
      title="Copy from another laboratory"
      verb="Copy"
      dirty={false}
      pending={copying.isPending}
      error={copying.fault}
      incomplete={missing(source.data, parts, chosen)}
      onStop={copying.stop}
      onSubmit={submit}
      onClose={onClose}
    >
      <SourceChoice laboratory={laboratory} from={from} onChange={setFrom} />
      {years.length > 0 && (
        <Choice
          label="Holidays of"
          value={String(year)}
          options={years.map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(value) => setYear(Number(value))}
        />
      )}
      {source.data ? (
        <Preview laboratory={laboratory} parts={parts} left={left} onLeave={setLeft} />
      ) : (
        from !== undefined && <NotLoaded query={source} what="the laboratory" skeleton={160} />
      )}
    </FormDrawer>
  );
}

function missing(source: Laboratory | undefined, parts: readonly CopyPart[], chosen: readonly CopyPart[]) {
  if (!source) return 'Choose a laboratory';
  if (parts.length === 0) return 'There is nothing to copy';
  return chosen.length === 0 ? 'Choose what to copy' : undefined;
}

function useCopy(laboratory: Laboratory, onClose: () => void) {
  const copying = useWrite({
    send: (body: CopyLaboratoryBody, given) =>
      send(api.laboratories.copy, { params: { id: laboratory._id }, body }, given),
    success: ({ name }) => `${name} was saved`,
    // After a conflict, one of the two is no longer what the preview shows.
    stale: [keyOfAll('laboratories'), keyOfAll('attendance'), keyOfAll('leaves')],
    onSuccess: onClose,
  });
  const { error, fault } = copying;
  if (!isConflict(error)) return copying;
  return { ...copying, fault: `${fault}. The preview is now up to date. Check it and copy again.` };
}

function isConflict(error: unknown): boolean {
  return failedWith<typeof contract.laboratories.copy>(error, 'VERSION_CONFLICT');
}

type SourceChoiceProps = {
  laboratory: Laboratory;
  from: string | undefined;
  onChange: (id: string | undefined) => void;
};

function SourceChoice({ laboratory, from, onChange }: SourceChoiceProps) {
  const { data, error, refetch } = useQuery(laboratoryOptions);
  const others = data?.filter(({ _id }) => _id !== laboratory._id);
  const options = others?.map(({ _id, name }) => ({ value: _id, label: name }));
  if (!options) return <NotLoaded query={{ error, refetch }} what="laboratories" skeleton={64} />;
  if (options.length === 0) {
    return <Banner tone="info">There is no other laboratory to copy from.</Banner>;
  }
  return (
    <Combobox
      label="Laboratory"
      help={`Its policies, working week and holidays can be copied to ${laboratory.name}.`}
      options={options}
      value={options.find(({ value }) => value === from) ?? null}
      onChange={(option) => onChange(option?.value)}
      autoHighlight
    />
  );
}

type PreviewProps = {
  laboratory: Laboratory;
  parts: readonly CopyPart[];
  /** The parts that stay as they are. */
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
};

function Preview({ laboratory, parts, left, onLeave }: PreviewProps): ReactNode {
  if (parts.length === 0) {
    return (
      <Typography color="textSecondary">Both laboratories have the same rules. There is nothing to copy.</Typography>
    );
  }
  const toggle = (title: string) => {
    const others = [...left].filter((one) => one !== title);
    onLeave(new Set(left.has(title) ? others : [...others, title]));
  };
  const effects = new Set(parts.flatMap(({ title, affectsApprovals }) => (left.has(title) ? [] : affectsApprovals)));
  return (
    <>
      <Typography variant="subtitle2" component="h3">
        What changes in {laboratory.name}
      </Typography>
      {parts.map(({ title, changes }) => (
        <section key={title} aria-label={title}>
          <FormControlLabel
            control={<Checkbox checked={!left.has(title)} onChange={() => toggle(title)} />}
            label={title}
          />
          <ChangeLines changes={changes} />
        </section>
      ))}
      {[...effects].map((effect) => (
        <Banner key={effect} tone="info">
          {effect}
        </Banner>
      ))}
    </>
  );
}
