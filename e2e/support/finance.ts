import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Account, accounts, PASSWORD } from './journey.js';

type Entry = { _id: string; transactionNo: string; status: string; version: number };
type Answer = { success: boolean; code?: string; message?: string; data: Entry };

/** A person who talks to the API directly, beside a browser. */
export class Clerk {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: Record<string, string>,
  ) {}

  static async signIn(request: APIRequestContext, who: Account): Promise<Clerk> {
    const answer = await request.post('/api/auth/login', { data: { email: accounts[who], password: PASSWORD } });
    const { data } = (await answer.json()) as { data: { token: string } };
    return new Clerk(request, { authorization: `Bearer ${data.token}` });
  }

  async get<Data>(path: string): Promise<Data> {
    const answer = await this.request.get(`/api${path}`, { headers: this.headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as Data;
  }

  async file(path: string): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
    const answer = await this.request.get(`/api${path}`, { headers: this.headers });
    return { status: answer.status(), headers: answer.headers(), body: await answer.body() };
  }

  /** A laboratory's id by its code. */
  async laboratory(code: string): Promise<string> {
    const { data } = await this.get<{ data: { _id: string; code: string }[] }>('/laboratories/list');
    return data.find((laboratory) => laboratory.code === code)?._id ?? '';
  }

  /** Enters an expense in cash, unless told otherwise; again where a journey is repeated on the same day. */
  async enter(fields: Record<string, unknown>): Promise<Entry> {
    const data = {
      type: 'expense',
      category: 'petty_cash',
      paymentMethod: 'cash',
      description: 'Pens',
      confirmDuplicate: true,
      ...fields,
    };
    const answer = await this.request.post('/api/transactions', { headers: this.headers, data });
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as Answer).data;
  }

  /** Sends a change; a refusal, such as of more stock than there is, is an answer too. */
  async put(path: string, data: unknown): Promise<number> {
    return (await this.request.put(`/api${path}`, { headers: this.headers, data })).status();
  }

  async patch(path: string): Promise<number> {
    return (await this.request.patch(`/api${path}`, { headers: this.headers, data: {} })).status();
  }

  async decide(id: string, decision: Record<string, unknown>): Promise<{ status: number; body: Answer }> {
    const answer = await this.request.put(`/api/transactions/${id}/approve`, { headers: this.headers, data: decision });
    return { status: answer.status(), body: (await answer.json()) as Answer };
  }
}

/** The figure on a card of the overview. */
export function card(page: Page, label: string) {
  return page.getByRole('link', { name: new RegExp(`^${label}`) });
}

/** A receipt of one pixel. */
export const pixel = {
  name: 'bill.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
