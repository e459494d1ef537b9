import type { Transaction } from '@shifa/contract';
import * as fc from 'fast-check';
import { objectId } from '../../platform/domain/object-id';
import { LabScope } from '../../platform/domain/lab-scope';
import { LedgerVerification } from '../../platform/ledger/ledger-verification';
import { Ledgers } from '../../platform/ledger/ledgers';
import { effort } from '../../../test/effort';
import { codeOf, entryOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';
import { interruptNextTransaction } from '../../../test/interrupt';
import { receiptFiles } from '../../../test/finance/receipt-files';
import { digestEntry } from './entry/entry';
import { EntryRepository } from './entry/entry.repository';

const { 'image/png': png } = receiptFiles;

/** What the approvers saw of an entry. */
const seenIn = ({ type, date, amountPaise, category, paymentMethod, party, description, receipts }: Transaction) =>
  JSON.stringify([
    type,
    date,
    amountPaise,
    category,
    paymentMethod,
    party,
    description,
    receipts.flatMap(({ _id, afterApproval }) => (afterApproval ? [] : _id)),
  ]);

describe('an approval of an entry', () => {
  let desk: FinanceDesk;
  let entries: EntryRepository;
  beforeAll(async () => {
    desk = await FinanceDesk.open();
    entries = desk.app.services.get(EntryRepository);
  });
  afterAll(() => desk.close());

  const stored = async (id: string) => {
    const row = await entries.findById(LabScope.everywhere(), id);
    if (!row) throw new Error('The entry is missing');
    return row;
  };
  const attach = (id: string, content: string) =>
    desk.app
      .as(desk.clerk)
      .post(`/api/transactions/${id}/receipts`)
      .attach('file', Buffer.concat([png.bytes, Buffer.from(content)]), png.name);

  it.each([undefined, 'a'.repeat(32)])(
    'is of the content when the request arrived, also without a version (idempotency key: %s)',
    async (key) => {
      const entry = await desk.entered(desk.clerk, { amountPaise: 125_000 });
      interruptNextTransaction(desk.app, () => desk.edit(desk.clerk, entry, { amountPaise: 900_000 }).expect(200));
      const request = desk.decide(desk.head, entry._id);
      if (key) void request.set('Idempotency-Key', key);
      expect(codeOf(await request.expect(409))).toBe('VERSION_CONFLICT');
      expect(await desk.read(entry._id)).toMatchObject({ status: 'pending', amountPaise: 900_000 });
    },
  );

  it('from before digests were stored holds, is completed, and leaves the ledger intact', async () => {
    const { _id } = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    const before = await stored(_id);
    const old = { by: { _id: objectId(desk.otherClerk.id), name: 'Asha', role: 'lab_admin' as const }, at: new Date() };
    const half = { ...before, status: 'partially_approved' as const, approvals: [old] };
    await entries['model'].updateOne({ _id: before._id }, { $set: { status: half.status, approvals: half.approvals } });
    const approved = entryOf(await desk.decide(desk.head, _id).expect(200));
    expect(approved.status).toBe('approved');
    const row = await stored(_id);
    expect(row.approvals.map(({ content }) => content)).toEqual([digestEntry(row), digestEntry(row)]);
    const ledger = desk.app.services.get(Ledgers).get('money');
    const chain = { ledger: 'money' as const, laboratoryId: row.laboratoryId };
    const head = await desk.app.services.get(Ledgers).head(chain);
    const options = { head, known: null, signal: new AbortController().signal, onProgress: () => undefined };
    const verification = desk.app.services.get(LedgerVerification);
    expect(ledger && (await verification.run(ledger, row.laboratoryId, options))).toBeNull();
  });

  it('holds for what was approved, whatever the order of edits, receipts, approvals, rejections and cancellations', async () => {
    const step = fc.constantFrom(
      ...(['edit', 'attach', 'remove', 'first', 'second', 'other', 'reject', 'resubmit', 'cancel'] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        let entry = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
        let approvedOn: string[] = [];
        for (const [index, name] of steps.entries()) {
          const { _id, version } = entry;
          const path = `/api/transactions/${_id}`;
          const clerk = desk.app.as(desk.clerk);
          const answer = await {
            edit: () => desk.edit(desk.clerk, entry, { description: `Changed ${index}` }),
            attach: () => attach(_id, `${_id} ${index}`),
            remove: () => clerk.delete(`${path}/receipts/${entry.receipts[0]?._id ?? _id}`),
            first: () => desk.decide(desk.otherClerk, _id),
            second: () => desk.decide(desk.head, _id),
            other: () => desk.decide(desk.otherHead, _id),
            reject: () => desk.reject(desk.head, _id),
            resubmit: () => clerk.post(`${path}/resubmit`).send({ version }),
            cancel: () => desk.cancel(desk.clerk, _id),
          }[name]();
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 300) continue;
          entry = await desk.read(_id, desk.head);
          approvedOn = entry.approvalsGiven === 0 ? [] : approvedOn;
          if (['first', 'second', 'other'].includes(name)) approvedOn = [...approvedOn, seenIn(entry)];
          expect(approvedOn).toEqual(Array<string>(entry.approvalsGiven).fill(seenIn(entry)));
          const row = await stored(_id);
          expect(row.approvals.map(({ content }) => content)).toEqual(row.approvals.map(() => digestEntry(row)));
        }
      }),
      { seed: 20_261_124, numRuns: effort(100, 10) },
    );
  });
});
