import type { Receipt } from '@shifa/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../lib/api';

/** A receipt's content never changes, and is forgotten soon after nobody shows it. */
export const receiptFile = (transactionId: string, { _id, contentType }: Pick<Receipt, '_id' | 'contentType'>) =>
  queryOptions({
    queryKey: ['transactions', 'receipt', transactionId, _id],
    queryFn: async ({ signal }) => {
      const params = { id: transactionId, receiptId: _id };
      const file = await bodyOf(api.transactions.receipt.query({ params, fetchOptions: { signal } }));
      // The type that the product looked into, whatever a proxy makes of the header.
      return new Blob([file], { type: contentType });
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });
