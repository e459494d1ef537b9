import { NoResults } from '../../../ui/feedback/no-results';
import type { BoardProps } from './board-state';

/** What hides everyone of a board. */
export function BoardNoResults({ state: { show, search }, change }: BoardProps) {
  return (
    <NoResults
      things="people"
      search={search}
      filtered={show !== undefined}
      onClear={() => change({ show: undefined, page: undefined, search: undefined })}
    />
  );
}
