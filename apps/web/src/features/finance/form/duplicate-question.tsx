import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { type contract, DuplicateEntrySchema } from '@shifa/contract';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { RelativeTime } from '../../../ui/relative-time';
import { failedWith } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { entryPath } from '../finance-navigation';
import { describeEntry } from '../transaction.format';

/** The entry that the one being saved looks like; `undefined` for any other failure. */
function duplicateIn(error: unknown) {
  if (!failedWith<typeof contract.transactions.create>(error, 'DUPLICATE_ENTRY')) return undefined;
  return DuplicateEntrySchema.safeParse(error.conflict?.current).data;
}

/**
 * Asks before an entry is saved that looks like another one. What was confirmed stays confirmed until it is saved or
 * changed, so that a repeat after a lost answer is the same request.
 */
export function useDuplicateQuestion() {
  const [duplicate, setDuplicate] = useState<ReturnType<typeof duplicateIn>>();
  const sent = useRef('');
  const confirmed = useRef<string>(undefined);
  return {
    duplicate,
    /** Sends a body, confirmed if that was the answer to the question about it. */
    async send<Body extends object, Saved>(
      body: Body,
      save: (body: Body & { confirmDuplicate?: true }) => Promise<Saved>,
    ): Promise<Saved> {
      sent.current = JSON.stringify(body);
      try {
        const saved = await save(sent.current === confirmed.current ? { ...body, confirmDuplicate: true } : body);
        confirmed.current = undefined;
        setDuplicate(undefined);
        return saved;
      } catch (error) {
        setDuplicate(duplicateIn(error));
        throw error;
      }
    },
    confirm: () => {
      confirmed.current = sent.current;
    },
    dismiss: () => setDuplicate(undefined),
  };
}

type DuplicateQuestionProps = {
  question: ReturnType<typeof useDuplicateQuestion>;
  saving: boolean;
  submitAgain: () => unknown;
  stop: () => void;
};

export function DuplicateQuestion({ question, saving, submitAgain, stop }: DuplicateQuestionProps) {
  const { duplicate } = question;
  if (!duplicate) return null;
  const { transactionNo, date, reference, createdBy, createdAt } = duplicate;
  return (
    <ConfirmDialog
      open
      title="Save this entry again?"
      verb="Save anyway"
      cancelLabel="Keep editing"
      pending={saving}
      onStop={stop}
      onCancel={question.dismiss}
      onConfirm={() => {
        question.confirm();
        submitAgain();
      }}
    >
      <Stack sx={{ gap: 3, overflowWrap: 'anywhere' }}>
        <div>
          {createdBy.name} entered <strong className="tabular">{transactionNo}</strong>{' '}
          <RelativeTime instant={createdAt} />.
        </div>
        <div className="tabular">
          {describeEntry(duplicate)} · {formatDay(date)}
          {reference !== null && ` · Reference ${reference}`}
        </div>
        <div>Save only if this is a separate payment.</div>
        <Link href={entryPath(duplicate)} target="_blank" rel="noopener">
          Open the other entry
        </Link>
      </Stack>
    </ConfirmDialog>
  );
}
