import type { Laboratory } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { laboratoryDetail } from '../../../lib/laboratory-detail';
import { usePermission } from '../../../lib/use-session';

/** The laboratory's rules on money, for who may see the laboratory; `undefined` until they are known. */
export function useFinancePolicy(laboratoryId: string): Laboratory['policies']['finance'] | undefined {
  const { allowed } = usePermission('laboratories.view');
  const { data } = useQuery({ ...laboratoryDetail(laboratoryId), enabled: allowed && laboratoryId !== '' });
  return data?.policies.finance;
}
