import { type QueryClient, useQueryClient } from '@tanstack/react-query';

type Place = { search: string; top: number };

/** Where a person was on each page: how far it was scrolled, and its search and filters. */
export type Places = {
  /** How far the page was scrolled, by the key of its entry in the history. */
  tops: Map<string, number>;
  /** The last visit of each path. */
  paths: Map<string, Place>;
};

/** Forgotten with the data of the person at sign-out. */
const placesOf = new WeakMap<QueryClient, Places>();

export function usePlaces(): Places {
  const queryClient = useQueryClient();
  const places = placesOf.get(queryClient) ?? { tops: new Map(), paths: new Map() };
  placesOf.set(queryClient, places);
  return places;
}

/** The state of a link that leads back to where the person was. */
export const BACK = { back: true };

export function leadsBack(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'back' in state;
}
