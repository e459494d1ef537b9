import { NoResults } from '../../../components/no-results';
import { boardGroupLabels } from './board-counts';
import type { BoardProps } from './board-state';

/** What hides everybody of a board. */
export function BoardNoResults({ state: { show, search }, change }: BoardProps) {
  const clearGroup = { show: undefined, page: undefined };
  const filters =
    show === undefined
      ? []
      : [
          {
            label: 'Presence',
            options: [{ value: show, label: boardGroupLabels[show] }],
            selected: [show],
            onChange: () => change(clearGroup),
          },
        ];
  return (
    <NoResults
      thing="person"
      search={search}
      filters={filters}
      onClear={() => change({ ...clearGroup, search: undefined })}
    />
  );
}
