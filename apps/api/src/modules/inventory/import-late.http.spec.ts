import type { InventoryImport } from '@shifa/contract';
import { failureOf, InventoryDesk } from '../../../test/inventory/inventory-desk';
import { interruptNextTransaction } from '../../../test/interrupt';

describe('an import of items', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  const send = (code: string, laboratory: string) => {
    const text = `Code,Name,Category,Unit,Minimum,Unit cost,Tracks expiry,Laboratory code\n${code},Tips,Consumable,Pack,3,12.50,No,${laboratory}`;
    const body = { fileName: 'items.csv', content: Buffer.from(text).toString('base64') };
    return desk.app.as(desk.head).post('/api/inventory/import').send(body);
  };

  it('is refused for what has changed since its file was read', async () => {
    const { id, code } = await desk.app.laboratory();
    const as = () => desk.app.as(desk.head);
    const changeStatus = (status: string, version: number) => () =>
      as().put(`/api/laboratories/${id}`).send({ status, version }).expect(200);
    interruptNextTransaction(desk.app, () => desk.created({ itemCode: 'LATE-1' }));
    expect(failureOf(await send('LATE-1', desk.laboratory.code).expect(409)).code).toBe('ITEM_CODE_TAKEN');
    interruptNextTransaction(desk.app, changeStatus('suspended', 1));
    expect(failureOf(await send('LATE-2', code).expect(409)).code).toBe('LABORATORY_SUSPENDED');
    await changeStatus('active', 2)();
    interruptNextTransaction(desk.app, () => as().delete(`/api/laboratories/${id}`).query({ version: 3 }).expect(200));
    expect(failureOf(await send('LATE-3', code).expect(409)).code).toBe('LABORATORY_ARCHIVED');
  });

  it('writes nothing where another one of the same file was first', async () => {
    const { code } = await desk.app.laboratory();
    interruptNextTransaction(desk.app, async () => {
      const first = await send('', code).expect(200);
      expect((first.body as { data: InventoryImport }).data).toMatchObject({ applied: true });
    });
    const second = await send('', code).expect(200);
    expect((second.body as { data: InventoryImport }).data).toMatchObject({
      applied: false,
      created: [],
      faults: [{ row: 2, errors: [{ field: 'Name' }] }],
    });
  });
});
