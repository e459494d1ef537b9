import { errorCatalogue, type Receipt } from '@shifa/contract';
import { nextId, transaction } from '@shifa/contract/testing';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { describeDecisionFailure, describeRecentChange } from './conflict';

const at = '2026-11-20T09:00:00.000Z';
const meera = { _id: nextId(), name: 'Meera Nair' };
const receipt: Receipt = {
  _id: nextId(),
  fileName: 'bill.pdf',
  contentType: 'application/pdf',
  sizeBytes: 10,
  uploadedBy: meera,
  uploadedAt: at,
  afterApproval: true,
};
const approved = transaction({ status: 'approved', receipts: [receipt], updatedAt: at });

it('a receipt that was added to an approved entry is not called an approval', () => {
  const change = { _id: approved._id, status: 'approved', version: 3, by: meera, at };
  expect(describeRecentChange(approved, change)).toBe('attached a receipt to');
  expect(describeRecentChange(approved, { ...change, at: '2026-11-20T08:00:00.000Z' })).toBe('approved');
  const { status, message } = errorCatalogue.TRANSACTION_ALREADY_DECIDED;
  const conflict = { current: approved, changedBy: meera.name, changedAt: at };
  const body = { success: false, code: 'TRANSACTION_ALREADY_DECIDED', message, errors: [], requestId: 'r', conflict };
  expect(describeDecisionFailure(new ApiError(status, body as never))).toMatch(
    /^Meera Nair attached a receipt to KOL-.*Your decision wasn't saved\.$/,
  );
});
