import type { PunchInput } from '@shifa/contract';
import { storedId } from '../../../data/stored-id';

const LOCATION_WAIT_MS = 3_000;
/** How long a position is looked for while no one waits. */
const LOCATION_SEARCH_MS = 20_000;
/** A person does not go far in a minute, and a known position needs no waiting. */
const LOCATION_AGE_MS = 60_000;

export type Evidence = Pick<NonNullable<PunchInput>, 'deviceId' | 'location'>;
type Search = { since: number; found: Promise<Evidence['location']> };

let ahead: Search | undefined;

/** Begins to look for the position, where that is permitted already, so that a clocking does not have to wait for it. */
export async function locateAhead(): Promise<void> {
  const { permissions } = navigator as { permissions?: Permissions };
  try {
    const permission = await permissions?.query({ name: 'geolocation' });
    if (permission?.state === 'granted') ahead = search();
  } catch {
    // This browser does not say; the position is looked for with the clocking.
  }
}

/** On which device, and where if the browser knows it soon enough; clocking never depends on it. */
export async function evidence(): Promise<Evidence> {
  return { deviceId: storedId('device'), location: await location() };
}

/** What the search has found {@link LOCATION_WAIT_MS} after its start, and not later. */
async function location(): Promise<Evidence['location']> {
  const begun = ahead && Date.now() - ahead.since < LOCATION_AGE_MS ? ahead : search();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, begun.since + LOCATION_WAIT_MS - Date.now()));
  });
  const found = await Promise.race([begun.found, patience]);
  clearTimeout(timer);
  return found;
}

function search(): Search {
  const { geolocation } = navigator as { geolocation?: Geolocation };
  const found = new Promise<Evidence['location']>((resolve) => {
    if (!geolocation) {
      resolve(undefined);
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      () => resolve(undefined),
      { timeout: LOCATION_SEARCH_MS, maximumAge: LOCATION_AGE_MS },
    );
  });
  return { since: Date.now(), found };
}
