import { Navigate } from 'react-router-dom';
import { z } from 'zod';
import { Banner } from '../../../ui/feedback/banner';
import { BackLink } from '../../../screens/back-link';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { useUrlState } from '../../../data/use-url-state';
import { withQuery } from '../../../lib/with-query';
import { CountSetup } from './count-setup';
import { CountSheet } from './count-sheet';
import type { KeptCount } from './kept-counts';
import { useCount } from './use-count';

const CountState = z.object({
  /** Which of the counts on this device. */
  count: z.string().optional(),
  /** Which item is counted, from 1; 0 for the first that is not. The review comes after the last one. */
  page: z.coerce.number<number>().int().min(0).default(0),
});

/** Counts the stock of a laboratory or of one place in it, item after item. */
export function CountPage() {
  const [{ count: id = '', page }, change] = useUrlState(CountState);
  const count = useCount(id);
  if (count && page === 0) {
    return <Navigate replace to={withQuery(paths.stockCount, { count: id, page: String(nextPosition(count.kept)) })} />;
  }
  if (count) {
    return (
      <CountSheet
        count={count}
        position={page}
        onPosition={(next) => change({ page: next })}
        onFinish={() => {
          count.discard();
          change({ count: undefined, page: 0 });
        }}
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Count stock"
        subtitle="Choose what to count. The count is kept on this device and works offline until you save it."
        back={<BackLink to={paths.inventory}>Inventory</BackLink>}
      />
      {id !== '' && <Banner tone="info">This count is no longer on this device. It was saved or discarded.</Banner>}
      <CountSetup onOpen={(next) => change({ count: next, page: 0 })} />
    </>
  );
}

/** Of the first item that is not counted, or of the review. */
function nextPosition({ sheet, entries }: KeptCount): number {
  const next = sheet.findIndex(({ _id }) => !entries.has(_id));
  return (next === -1 ? sheet.length : next) + 1;
}
