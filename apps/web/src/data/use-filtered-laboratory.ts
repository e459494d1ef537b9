import { IdSchema } from '@shifa/contract';
import { useSearchParams } from 'react-router-dom';

/** The one laboratory that the list on the screen is filtered by, for a document that is created from there. */
export function useFilteredLaboratory(): string | undefined {
  const [params] = useSearchParams();
  const [chosen, ...others] = params.getAll('laboratoryId');
  return others.length === 0 && IdSchema.safeParse(chosen).success ? chosen : undefined;
}
