import type { ReactNode } from 'react';
import { ClosedDoor } from '../drawings';
import { EmptyState } from './empty-state';

type NoLongerVisibleProps = {
  /** What it was called. */
  name: string;
  noun: string;
  /** A way out, where the page offers none. */
  action?: ReactNode;
};

/** In the place of a document that left the viewer's scope while it was open. */
export function NoLongerVisible({ name, noun, action }: NoLongerVisibleProps) {
  return (
    <EmptyState drawing={<ClosedDoor />} action={action}>
      You can no longer see {name}. Someone moved or removed this {noun}, or your permissions changed.
    </EmptyState>
  );
}
