import { type AppRoute, isAppRoute } from '@ts-rest/core';
import { contract } from '@shifa/contract';

type Routes = { [name: string]: AppRoute | Routes };

/** Addresses with a part that opens something by itself, such as the link to a calendar: `:token` in the contract. */
const secrets = pathsOf(contract).flatMap((path) => {
  const [before, after] = path.split(':token');
  return after === undefined ? [] : [new RegExp(`^(${before})[^/?]+`)];
});

/** The path of an address as logs and traces may contain it: without secrets, and without the query, which is private. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return secrets.reduce((shown, secret) => shown.replace(secret, '$1:token'), path);
}

function pathsOf(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) => (isAppRoute(route) ? route.path : pathsOf(route)));
}
