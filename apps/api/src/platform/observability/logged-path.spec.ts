import { isAppRoute } from '@ts-rest/core';
import { contract } from '@shifa/contract';
import { loggedPath } from './logged-path';

const TOKEN = 'q1_Z-secret';

function paths(routes: object): string[] {
  return Object.values(routes).flatMap((route: object) =>
    isAppRoute(route as never) ? [(route as { path: string }).path] : paths(route),
  );
}

describe('the path in logs and traces', () => {
  it('has neither the query nor a part that opens something by itself', () => {
    const secret = paths(contract).filter((path) => path.includes(':token'));
    expect(secret.length).toBeGreaterThan(1);
    for (const path of secret) {
      const address = path.replace(':token', TOKEN);
      for (const url of [address, `${address}?search=Rao`, `${address}/more`]) {
        expect(loggedPath(url)).toContain('/:token');
        expect(loggedPath(url)).not.toMatch(/q1_Z|Rao/);
      }
    }
    expect(loggedPath('/api/staff/6b0afda757d3a3c1fddfa296?search=Rao')).toBe('/api/staff/6b0afda757d3a3c1fddfa296');
  });

  it('knows every kind of parameter: another one may be a secret as well', () => {
    const names = paths(contract).flatMap((path) => path.match(/:\w+/g) ?? []);
    expect([...new Set(names)].sort()).toEqual([
      ':batchId',
      ':grid',
      ':id',
      ':receiptId',
      ':role',
      ':sessionId',
      ':token',
    ]);
  });
});
