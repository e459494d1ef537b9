import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../../ui/app-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { TextInput } from '../../../ui/fields/text-input';
import { containsTyped } from '../../../lib/contains-typed';
import { CodeCamera } from '../scanning/code-camera';

import type { CountedItem } from './use-count';

/** More would be a list to read, not one to choose from. */
const MAX_FOUND = 8;

type CountJumpProps = {
  open: boolean;
  items: readonly CountedItem[];
  onClose: () => void;
  /** Why the last scan led nowhere. */
  fault: string | undefined;
  onCode: (text: string) => void;
  onFound: (itemId: string) => void;
};

/** Goes to an item of the count: by a code on it or by what is typed of it. Works without a network. */
export function CountJump({ open, onClose, ...props }: CountJumpProps) {
  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title="Find an item"
      actions={
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Finder {...props} />
    </AppDialog>
  );
}

function Finder({ items, fault, onCode, onFound }: Omit<CountJumpProps, 'open' | 'onClose'>): ReactNode {
  const [typed, setTyped] = useState('');
  const found = typed.trim() === '' ? [] : items.filter(({ item }) => containsTyped(textOf(item), typed.trim()));
  return (
    <Stack sx={{ gap: 3 }}>
      <TextInput
        label="Name, code or batch"
        value={typed}
        onChange={setTyped}
        inputProps={{ autoComplete: 'off', enterKeyHint: 'search' }}
      />
      {typed.trim() !== '' && found.length === 0 && <Banner tone="info">No items in this count match.</Banner>}
      {found.length > 0 && (
        <List disablePadding aria-label="Items found">
          {found.slice(0, MAX_FOUND).map(({ item }) => (
            <ListItemButton key={item._id} onClick={() => onFound(item._id)}>
              <ListItemText
                primary={item.name}
                secondary={[item.storageLocation, item.itemCode].filter(Boolean).join(' · ')}
              />
            </ListItemButton>
          ))}
        </List>
      )}
      {fault !== undefined && <Banner tone="info">{fault}</Banner>}
      {typed === '' && <CodeCamera onCode={onCode} otherwise="Type what you're looking for instead." />}
    </Stack>
  );
}

function textOf({ name, itemCode, batches }: CountedItem['item']): string {
  return [name, itemCode, ...batches.map(({ batchNumber }) => batchNumber)].join(' ');
}
