import type { Blocker } from '@shifa/contract';
import { TransferDesk } from '../../../test/inventory/transfer-desk';
import { waitingWriteOff } from '../../../test/inventory/waiting-write-off';
import type { Person } from '../../../test/test-app';

jest.setTimeout(60_000);

describe('what a person leaves open in inventory', () => {
  let transfers: TransferDesk;
  beforeAll(async () => {
    transfers = await TransferDesk.open();
  });
  afterAll(() => transfers.close());

  it('is counted, with the filters of lists of as many', async () => {
    const { app, laboratory, admin } = transfers.desk;
    const colleague = await app.person('lab_admin', { laboratoryId: laboratory._id });
    for (const person of [admin, colleague, colleague]) {
      const item = await transfers.stocked();
      const [batch] = item.batches;
      await transfers.send([{ itemId: item._id, batchId: batch?._id ?? '', quantity: 1 }], {}, person).expect(201);
      await waitingWriteOff(app, { laboratoryId: laboratory.id, admin, requester: person });
    }
    const open = async ({ id }: Person) => {
      const answer = await app.as(admin).get(`/api/staff/${id}/open-work`).expect(200);
      return (answer.body as { data: Blocker[] }).data;
    };
    const lists: Record<string, string> = {
      transfers: '/api/inventory/transfers',
      'write-offs': '/api/inventory/write-offs',
    };
    for (const [person, count] of [
      [admin, 1],
      [colleague, 2],
    ] as const) {
      const blockers = await open(person);
      expect(blockers.map(({ resource }) => resource)).toEqual(Object.keys(lists));
      for (const blocker of blockers) {
        expect(blocker.count).toBe(count);
        const listed = await app
          .as(admin)
          .get(lists[blocker.resource ?? ''] ?? '')
          .query(blocker.filter ?? {});
        expect(listed.body).toMatchObject({ pagination: { total: count } });
      }
    }
  });
});
