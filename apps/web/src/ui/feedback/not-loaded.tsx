import type { ReactNode } from 'react';
import { isMissing } from '../../lib/api-error';
import { EmptyDish } from '../drawings';
import { Skeleton } from '../loading/skeleton';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';

type NotLoadedProps = {
  query: { error?: Error | null; refetch: () => unknown };
  /** After “Couldn't load”: `the board`. */
  what: string;
  /** The outline of what is being loaded, or the height of a block that stands for it. */
  skeleton: ReactNode;
  /** What does not exist if the server does not find it: `entry`. */
  missing?: string;
};

/** In the place of data that has not arrived: its outline or, if it could not be loaded, why and a way to try again. */
export function NotLoaded({ query: { error, refetch }, what, skeleton, missing }: NotLoadedProps) {
  if (missing !== undefined && isMissing(error)) {
    return (
      <EmptyState drawing={<EmptyDish />}>This {missing} doesn't exist, or you don't have access to it.</EmptyState>
    );
  }
  if (error) return <ErrorState title={`Couldn't load ${what}`} error={error} onRetry={() => void refetch()} />;
  return typeof skeleton === 'number' ? <Skeleton variant="rectangular" height={skeleton} /> : skeleton;
}
