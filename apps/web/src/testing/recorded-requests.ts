import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the tests sent, one request per line. The API's suite sends it again: `web-requests.http.spec.ts` there. */
export const RECORDED = join(import.meta.dirname, '../../reports/requests.jsonl');

export type RecordedRequest = { method: string; path: string; search: string; body?: unknown };

const recorded = new Set<string>();

/** Requests that differ in ids alone are one; what is the same document in a request remains the same. */
export function record({ method, path, search, body }: RecordedRequest): void {
  const ids: string[] = [];
  const line = JSON.stringify({ method, path, search, body }).replaceAll(/\b[0-9a-f]{24}\b/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return ids.indexOf(id).toString(16).padStart(24, 'a');
  });
  if (recorded.has(line)) return;
  recorded.add(line);
  mkdirSync(dirname(RECORDED), { recursive: true });
  appendFileSync(RECORDED, `${line}\n`);
}
