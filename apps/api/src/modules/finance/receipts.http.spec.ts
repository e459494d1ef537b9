import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { MAX_RECEIPT_BYTES, type Transaction } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import type { Response } from 'supertest';
import type { Person } from '../../../test/test-app';
import { codeOf, entryOf, failureOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';
import { receiptFiles } from '../../../test/finance/receipt-files';
import { FileRepository } from '../../platform/files/file.repository';
import { ReceiptSweep } from './receipts';

const png = receiptFiles['image/png'];
/** A unique image. */
const picture = (mark: string) => Buffer.concat([png.bytes, Buffer.from(mark)]);
const large = (size: number) => Buffer.concat([png.bytes, Buffer.alloc(size - png.bytes.length)]);

let desk: FinanceDesk;

beforeAll(async () => {
  desk = await FinanceDesk.open();
});
afterAll(() => desk.close());

const pathOf = (id: string) => `/api/transactions/${id}/receipts`;
const attach = (person: Person, id: string, bytes: Buffer, name = 'bill.png', field = 'file') =>
  desk.app.as(person).post(pathOf(id)).attach(field, bytes, name);
const remove = (person: Person, id: string, receiptId = '') => desk.app.as(person).delete(`${pathOf(id)}/${receiptId}`);
const download = (person: Person, id: string, receiptId = '') =>
  desk.app
    .as(person)
    .get(`${pathOf(id)}/${receiptId}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        done(null, Buffer.concat(chunks));
      });
    });
const bytesOf = ({ body }: Response) => body as Buffer;
type StoredFile = { _id: Types.ObjectId; metadata: { owner: Types.ObjectId } };
const collection = <Row extends object>(name: string) =>
  desk.app.services.get<Connection>(getConnectionToken()).collection<Row>(name);
const filesOf = (owner: string) =>
  collection<StoredFile>('files.files')
    .find({ 'metadata.owner': new Types.ObjectId(owner) })
    .toArray();
const withReceipt = async (person: Person): Promise<Transaction> => {
  const { _id } = await desk.entered(person);
  return entryOf(await attach(person, _id, png.bytes).expect(201));
};

describe('a receipt', () => {
  it.each(Object.entries(receiptFiles))('of type %s is returned byte for byte', async (type, { name, bytes }) => {
    const { _id } = await desk.entered(desk.clerk);
    const attached = entryOf(await attach(desk.clerk, _id, bytes, name).expect(201));
    expect(attached).toMatchObject({
      version: 2,
      receiptCount: 1,
      receipts: [
        { fileName: name, contentType: type, sizeBytes: bytes.length, uploadedBy: { name: desk.clerk.user.name } },
      ],
    });
    const file = await download(desk.otherClerk, _id, attached.receipts[0]?._id).expect(200);
    expect(bytesOf(file).equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename=${name}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  it('keeps its name in any script, without a path', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const { receipts } = entryOf(await attach(desk.clerk, _id, png.bytes, '../রসিদ "১".png').expect(201));
    expect(receipts[0]?.fileName).toBe('রসিদ "১".png');
    const { headers } = await download(desk.clerk, _id, receipts[0]?._id).expect(200);
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('রসিদ "১".png')}`);
  });

  it('is recognized by its content, regardless of its name', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const lies = ['<!doctype html><script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'MZ', ''];
    for (const text of lies) {
      const refusal = await attach(desk.clerk, _id, Buffer.from(text), 'bill.png').expect(415);
      expect(failureOf(refusal)).toMatchObject({ code: 'RECEIPT_TYPE_UNSUPPORTED', errors: [{ field: 'file' }] });
    }
    const { receipts } = entryOf(await attach(desk.clerk, _id, png.bytes, 'bill.html').expect(201));
    expect(receipts[0]).toMatchObject({ fileName: 'bill.html.png', contentType: 'image/png' });
    expect(await filesOf(_id)).toHaveLength(1);
  });

  it('can have at most 5 MB', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const refusal = await attach(desk.clerk, _id, large(MAX_RECEIPT_BYTES + 1)).expect(413);
    expect(failureOf(refusal)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'A receipt can be at most 5 MB' });
    const whole = entryOf(await attach(desk.clerk, _id, large(MAX_RECEIPT_BYTES)).expect(201));
    const file = await download(desk.clerk, _id, whole.receipts[0]?._id).expect(200);
    expect(bytesOf(file).equals(large(MAX_RECEIPT_BYTES))).toBe(true);
  });

  it('is attached once, even if sent repeatedly', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const answers = await Promise.all([1, 2, 3].map(() => attach(desk.clerk, _id, png.bytes).expect(201)));
    answers.push(await attach(desk.otherClerk, _id, png.bytes, 'other.png').expect(201));
    expect(answers.map((answer) => entryOf(answer).receiptCount)).toEqual([1, 1, 1, 1]);
    expect((await desk.read(_id)).version).toBe(2);
    expect(await filesOf(_id)).toHaveLength(1);
  });

  it('does not replace another that is attached at the same time', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const marks = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(marks.map((mark) => attach(desk.clerk, _id, picture(mark), `${mark}.png`).expect(201)));
    const { receipts, version } = await desk.read(_id);
    expect(receipts.map(({ fileName }) => fileName).sort()).toEqual(marks.map((mark) => `${mark}.png`));
    expect(version).toBe(6);
  });

  it('is refused after ten others', async () => {
    const { _id } = await desk.entered(desk.clerk);
    for (let number = 0; number < 9; number += 1) await attach(desk.clerk, _id, picture(String(number))).expect(201);
    const last = await Promise.all(['x', 'y', 'z'].map((mark) => attach(desk.clerk, _id, picture(mark))));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(last.filter(({ status }) => status === 409).map(codeOf)).toEqual(['TOO_MANY_RECEIPTS', 'TOO_MANY_RECEIPTS']);
    expect((await desk.read(_id)).receiptCount).toBe(10);
    expect(await filesOf(_id)).toHaveLength(10);
  });

  it('appears in the history of its entry', async () => {
    const { _id } = await withReceipt(desk.clerk);
    const history = await desk.app.as(desk.clerk).get(`/api/transactions/${_id}/history`).expect(200);
    const [newest] = (history.body as { data: { by: { name: string }; changes: { field: string }[] }[] }).data;
    expect(newest?.by.name).toBe(desk.clerk.user.name);
    expect(newest?.changes.map(({ field }) => field)).toContain('receipts');
  });
});

describe('the receipts of a decided entry', () => {
  it('cannot be removed', async () => {
    const { _id, receipts } = await withReceipt(desk.otherClerk);
    await desk.decide(desk.clerk, _id).expect(200);
    expect(codeOf(await remove(desk.otherClerk, _id, receipts[0]?._id).expect(409))).toBe('TRANSACTION_IMMUTABLE');
    await download(desk.clerk, _id, receipts[0]?._id).expect(200);
    expect(await filesOf(_id)).toHaveLength(1);
  });

  it('can be added after the first approval, which then has to be given again, but not removed', async () => {
    const { _id } = await desk.entered(desk.otherClerk, { amountPaise: LIMIT_PAISE + 1 });
    const { receipts } = entryOf(await attach(desk.otherClerk, _id, png.bytes).expect(201));
    await desk.decide(desk.clerk, _id).expect(200);
    const refusal = await remove(desk.otherClerk, _id, receipts[0]?._id).expect(409);
    expect(failureOf(refusal).message).toBe('This receipt was part of an approval and can no longer be removed');
    const more = entryOf(await attach(desk.otherClerk, _id, picture('more')).expect(201));
    expect(more).toMatchObject({ status: 'pending', approvalsGiven: 0, receiptCount: 2 });
  });

  it('cannot change once it is cancelled', async () => {
    const { _id, receipts } = await withReceipt(desk.clerk);
    await desk.cancel(desk.clerk, _id).expect(200);
    expect(codeOf(await attach(desk.clerk, _id, picture('late')).expect(409))).toBe('TRANSACTION_CANCELLED');
    expect(codeOf(await remove(desk.clerk, _id, receipts[0]?._id).expect(409))).toBe('TRANSACTION_CANCELLED');
  });

  it('cannot be removed by an approver while the entry is pending', async () => {
    const { _id, receipts } = await withReceipt(desk.clerk);
    const refused = failureOf(await remove(desk.otherClerk, _id, receipts[0]?._id).expect(403));
    expect(refused).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining(desk.clerk.user.name) as string,
    });
    const both = entryOf(await attach(desk.otherClerk, _id, picture('own')).expect(201));
    await remove(desk.otherClerk, _id, both.receipts[1]?._id).expect(200);
    await remove(desk.clerk, _id, receipts[0]?._id).expect(200);
    expect(await filesOf(_id)).toEqual([]);
  });

  it('can change after a rejection, without making anyone its editor', async () => {
    const { _id, receipts } = await withReceipt(desk.otherClerk);
    await desk.reject(desk.clerk, _id).expect(200);
    const left = entryOf(await remove(desk.otherClerk, _id, receipts[0]?._id).expect(200));
    expect(left).toMatchObject({ status: 'rejected', receiptCount: 0, editedBy: null });
    await download(desk.clerk, _id, receipts[0]?._id).expect(404);
    await remove(desk.otherClerk, _id, receipts[0]?._id).expect(404);
    await attach(desk.otherClerk, _id, picture('better')).expect(201);
    expect(await filesOf(_id)).toHaveLength(1);
  });
});

describe('a person who cannot view an entry', () => {
  it('can access neither it nor its receipts', async () => {
    const { _id, receipts } = await withReceipt(desk.clerk);
    const elsewhere = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    const answers = [
      await desk.app.as(stranger).get(`${pathOf(_id)}/${receipts[0]?._id ?? ''}`),
      await attach(stranger, _id, picture('mine')),
      await remove(stranger, _id, receipts[0]?._id),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('TRANSACTION_NOT_FOUND'));
    const own = await desk.entered(desk.clerk);
    const misplaced = await desk.app
      .as(desk.clerk)
      .get(`${pathOf(own._id)}/${receipts[0]?._id ?? ''}`)
      .expect(404);
    expect(codeOf(misplaced)).toBe('RECEIPT_NOT_FOUND');
    expect((await desk.read(_id)).receiptCount).toBe(1);
  });

  it('is refused before the file is read', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const manager = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
    for (const [token, status] of [
      ['', 401],
      [manager.token, 403],
    ] as const) {
      const { hostname, port } = new URL(desk.app.url);
      const socket = dial(Number(port), hostname);
      socket.write(
        `POST ${pathOf(_id)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5000000\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n',
      );
      // The response arrives although the file is never sent.
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });
});

describe('a form', () => {
  it('is refused without a file, with two, or with one in another field', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const agent = desk.app.as(desk.clerk);
    const none = await agent.post(pathOf(_id)).field('note', 'no file').expect(400);
    const other = await attach(desk.clerk, _id, png.bytes, 'bill.png', 'picture').expect(400);
    const two = await agent
      .post(pathOf(_id))
      .attach('file', png.bytes, 'a.png')
      .attach('file', picture('2'), 'b.png')
      .expect(400);
    for (const answer of [none, other, two]) {
      expect(failureOf(answer)).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'file' }] });
    }
    expect((await desk.read(_id)).receiptCount).toBe(0);
  });

  it.each([
    [
      'cut off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n',
    ],
    [
      'cut off within the file',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4`,
    ],
    ['without a boundary', 'multipart/form-data', 'x'],
  ])('that is %s is refused', async (_, type, text) => {
    const { _id } = await desk.entered(desk.clerk);
    const answer = await desk.app.as(desk.clerk).post(pathOf(_id)).set('Content-Type', type).send(text).expect(400);
    expect(codeOf(answer)).toBe('MALFORMED_REQUEST');
    expect((await desk.read(_id)).receiptCount).toBe(0);
  });

  it('is accepted only where a file is expected', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const agent = desk.app.as(desk.clerk);
    const elsewhere = await agent.post('/api/transactions').attach('file', png.bytes, 'bill.png').expect(415);
    expect(codeOf(elsewhere)).toBe('UNSUPPORTED_MEDIA_TYPE');
    await desk.app.http.post('/api/auth/login').field('email', 'a@b.c').expect(415);
    const json = await agent.post(pathOf(_id)).send({ file: 'bill' }).expect(415);
    expect(failureOf(json).message).toContain('multipart/form-data');
  });
});

it('the documentation describes how to send a receipt', async () => {
  const { text } = await desk.app.http.get('/api/openapi.json').expect(200);
  const { paths } = JSON.parse(text) as { paths: Record<string, { post?: { requestBody?: { content: object } } }> };
  const body = paths['/api/transactions/{id}/receipts']?.post?.requestBody;
  expect(Object.keys(body?.content ?? {})).toEqual(['multipart/form-data']);
});

describe('the sweep', () => {
  it('removes the other files where one of them can not be removed', async () => {
    const lost = [await withReceipt(desk.clerk), await withReceipt(desk.clerk)];
    const owners = lost.map(({ _id }) => new Types.ObjectId(_id));
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await collection('files.files').updateMany(
      { 'metadata.owner': { $in: owners } },
      { $set: { uploadDate: longAgo } },
    );
    await collection('transactions').updateMany({ _id: { $in: owners } }, { $set: { receipts: [] } });
    const broken = jest
      .spyOn(desk.app.services.get(FileRepository), 'remove')
      .mockRejectedValueOnce(new Error('broken'));
    const sweep = desk.app.services.get(ReceiptSweep);
    expect(await sweep.sweep()).toBe(1);
    broken.mockRestore();
    expect(await sweep.sweep()).toBe(1);
  });

  it('removes files without an entry after an hour', async () => {
    const kept = await withReceipt(desk.clerk);
    const lost = await withReceipt(desk.clerk);
    const young = await withReceipt(desk.clerk);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    const owners = [kept, lost].map(({ _id }) => new Types.ObjectId(_id));
    await collection('files.files').updateMany(
      { 'metadata.owner': { $in: owners } },
      { $set: { uploadDate: longAgo } },
    );
    const forgetful = [lost, young].map(({ _id }) => new Types.ObjectId(_id));
    await collection('transactions').updateMany({ _id: { $in: forgetful } }, { $set: { receipts: [] } });
    const sweep = desk.app.services.get(ReceiptSweep);
    expect(await sweep.sweep()).toBe(1);
    expect(await sweep.sweep()).toBe(0);
    expect(
      (await Promise.all([kept, lost, young].map(({ _id }) => filesOf(_id)))).map((files) => files.length),
    ).toEqual([1, 0, 1]);
  });
});
