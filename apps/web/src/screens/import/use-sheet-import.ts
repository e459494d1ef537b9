import { plural, type SheetDuplicate, type SheetFile, SheetFileSchema, type SheetRowFault } from '@shifa/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { idempotencyKey } from '../../data/idempotency';
import type { KeyedSending } from '../../data/queries';
import { useStoppable } from '../../data/use-stoppable';

/** The result of an import or of its dry run. */
export type Imported = {
  applied: boolean;
  rows: number;
  faults: readonly SheetRowFault[];
  duplicates?: readonly SheetDuplicate[];
};

/** The number of rows that can be imported. */
export const validRowsOf = ({ rows, faults }: Imported): number => rows - faults.length;

/** A thousand rows can take this long. */
const WAIT_MS = 60_000;

/** What was created of a file and what was left out, where `format` counts: `1 item`. */
export function describeImport(created: number, rows: number, format: (count: number) => string): string {
  const left = rows - created;
  const done = plural(created, `${format(created)} was created`, `${format(created)} were created`);
  if (left === 0) return done;
  return `${done}. ${plural(left, '1 row with errors was left out.', `${left} rows with errors were left out.`)}`;
}

/** Sends a file; a dry run has no idempotency key. */
export type SendSheet<Result extends Imported> = (
  request: { body: SheetFile & { dryRun: boolean }; waitMs: number },
  given: KeyedSending,
) => Promise<Result>;

type SheetImportOptions<Result extends Imported> = { send: SendSheet<Result>; onApplied: (result: Result) => void };

/** The state of an import: a chosen file is validated at once; its valid rows are imported on confirmation. */
export function useSheetImport<Result extends Imported>({ send: sendSheet, onApplied }: SheetImportOptions<Result>) {
  const [file, setFile] = useState<File>();
  const [key, setKey] = useState(idempotencyKey);
  const [checked, setChecked] = useState<Result>();
  const [refusal, setRefusal] = useState<string>();

  const stoppable = useStoppable();

  const send = useMutation({
    mutationFn: async ({ chosen, dryRun }: { chosen: File; dryRun: boolean }) => {
      const content = await base64Of(chosen);
      const sheet = SheetFileSchema.safeParse({ fileName: chosen.name, content, validRowsOnly: true });
      if (!sheet.success) throw new Error(sheet.error.issues[0]?.message);
      const request = { body: { ...sheet.data, dryRun }, waitMs: WAIT_MS };
      return stoppable.run((signal) => sendSheet(request, { key: dryRun ? undefined : key, signal }));
    },
    onMutate: () => setRefusal(undefined),
    onSuccess: (answer) => {
      if (answer.applied) onApplied(answer);
      else setChecked(answer);
    },
    onError: (error) => setRefusal(messageOf(error, error.message || "Couldn't read the file")),
  });

  return {
    file,
    checked,
    busy: send.isPending,
    writing: send.isPending && !send.variables.dryRun,
    refusal,
    /** Gives up waiting for the server; the dialog stays. */
    stop: stoppable.stop,
    choose: (chosen: File) => {
      setFile(chosen);
      setKey(idempotencyKey());
      setChecked(undefined);
      send.mutate({ chosen, dryRun: true });
    },
    write: () => {
      if (file) send.mutate({ chosen: file, dryRun: false });
    },
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '');
    reader.onerror = () => reject(new Error("Couldn't read the file"));
    reader.readAsDataURL(file);
  });
}
