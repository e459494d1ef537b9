import { CountedLists } from '../../screens/detail/counted-figures';
import type { PersonExtension, PersonSectionProps } from '../../screens/detail/person-extensions';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { api } from '../../data/api';
import { monthsAsOf } from '../../lib/calendar';
import { countOf, pageQuery } from '../../data/queries';
import { withQuery } from '../../lib/with-query';
import { useToday } from '../../lib/use-now';

export const movementsOfPerson: PersonExtension = {
  title: 'Stock movements',
  permission: 'inventory.view',
  Section: PersonMovements,
};

/** The movements that the person entered. */
function PersonMovements({ person: { _id: by, laboratoryId } }: PersonSectionProps) {
  const today = useToday(laboratoryId?.timezone ?? product.timezone);
  const filters = { 'This month': { by, ...monthsAsOf.thisMonth(today) }, 'In all': { by } };
  return (
    <CountedLists
      failed="Couldn't load the movements"
      lists={Object.entries(filters).map(([label, filter]) => ({
        label,
        count: countOf(pageQuery(api.inventory.movements, { query: { ...filter, limit: 1 } })),
        to: withQuery(paths.stockMovements, filter),
      }))}
    />
  );
}
