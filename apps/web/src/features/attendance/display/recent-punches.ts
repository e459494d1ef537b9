import type { AttendanceEvent } from '@shifa/contract';
import { queryOptions, type QueryClient, skipToken } from '@tanstack/react-query';

/** As many as a display shows. */
const REMEMBERED = 6;

export type RecentPunch = Pick<AttendanceEvent, 'laboratoryId' | 'at'> & {
  id: string;
  name: string;
  direction: 'in' | 'out';
  /** On this device's clock. */
  receivedAt: number;
};

/** Who clocked in and out last, as the socket reported it; nothing is fetched. */
export const recentPunches = queryOptions<readonly RecentPunch[]>({
  queryKey: ['recent punches'],
  queryFn: skipToken,
  staleTime: Infinity,
});

export function rememberPunch(queryClient: QueryClient, direction: 'in' | 'out', event: AttendanceEvent): void {
  const { _id, version, userId, laboratoryId, at } = event;
  const id = `${_id} ${version}`;
  const punch = { id, name: userId.name, laboratoryId, at, direction, receivedAt: Date.now() };
  queryClient.setQueryData(recentPunches.queryKey, (known = []) =>
    [punch, ...known.filter((one) => one.id !== id)].slice(0, REMEMBERED),
  );
}
