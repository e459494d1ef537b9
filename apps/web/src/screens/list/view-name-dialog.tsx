import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type SavedView, SavedViewSchema } from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Field } from '../../ui/fields/field';

const MOST_VIEWS = 20;

type ViewNameDialogProps = {
  /** Of the view that is renamed; without one a view is saved. */
  name?: string;
  /** The others, whose names are taken. */
  views: readonly SavedView[];
  onSave: (name: string) => void;
  onCancel: () => void;
};

/** Asks what a view is to be called. */
export function ViewNameDialog({ name = '', views, onSave, onCancel }: ViewNameDialogProps) {
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string>();
  const renames = name !== '';
  const twin = views.find((view) => view.name.toLowerCase() === typed.trim().toLowerCase());

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = SavedViewSchema.shape.name.safeParse(typed);
    if (!given.success) setFault(given.error.issues[0]?.message);
    else if (twin && renames) setFault('Another view has this name');
    else if (!renames && !twin && views.length >= MOST_VIEWS)
      setFault(`Delete a view first. You can have at most ${MOST_VIEWS}.`);
    else onSave(given.data);
  };

  return (
    <AppDialog
      onClose={onCancel}
      onSubmit={submit}
      title={renames ? 'Rename view' : 'Save as a view'}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            {renames ? 'Rename' : twin ? 'Replace view' : 'Save view'}
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        error={fault}
        help={twin && !renames ? 'Replaces the view with this name.' : 'Saves the search, filters and sort order.'}
      >
        {(a11y) => (
          <OutlinedInput
            {...a11y}
            fullWidth
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            inputProps={{ autoComplete: 'off' }}
          />
        )}
      </Field>
    </AppDialog>
  );
}
