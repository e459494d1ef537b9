import { type SavedView, SavedViewSchema } from '@shifa/contract';
import { useState } from 'react';
import { InputDialog } from '../../ui/input-dialog';

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
  const renames = name !== '';
  const twin = views.find((view) => view.name.toLowerCase() === typed.trim().toLowerCase());
  const isFull = !renames && !twin && views.length >= MOST_VIEWS;
  return (
    <InputDialog
      title={renames ? 'Rename view' : 'Save as a view'}
      label="Name"
      help={twin && !renames ? 'Replaces the view with this name.' : 'Saves the search, filters and sort order.'}
      value={typed}
      onChange={setTyped}
      schema={SavedViewSchema.shape.name
        .refine(() => !(twin && renames), 'Another view has this name')
        .refine(() => !isFull, `Delete a view first. You can have at most ${MOST_VIEWS}.`)}
      verb={renames ? 'Rename' : twin ? 'Replace view' : 'Save view'}
      onSubmit={onSave}
      onCancel={onCancel}
    />
  );
}
