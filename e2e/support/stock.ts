import type { Page } from '@playwright/test';
import { expect } from './journey.js';

type Movement = { quantity: number; entered: object | null; batch: { batchNumber: string; expiryDate: string } };

export async function call<Data>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.fetch(`/api/inventory${path}`, {
    method,
    headers: { authorization: `Bearer ${token ?? ''}`, 'idempotency-key': crypto.randomUUID() },
    ...(data && { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: Data }).data;
}

/** An item that comes in boxes of 50 with the GTIN. */
export async function createItem(page: Page, name: string, gtin: string): Promise<string> {
  const packages = [{ gtin, name: 'Box', factor: 50 }];
  const body = { name, category: 'kit', unit: 'test', packages };
  return (await call<{ _id: string }>(page, 'POST', '', body))._id;
}

export const movementsOf = (page: Page, id: string) => call<Movement[]>(page, 'GET', `/movements?itemId=${id}`);
