import { afterEach, expect, it, vi } from 'vitest';
import { saveAnswer } from './save-file';

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['attachment; filename="staff list.xlsx"', 'staff list.xlsx'],
  ['attachment; filename=staff.csv', 'staff.csv'],
  ['attachment; filename="bill.pdf"; filename*=UTF-8\'\'bill.pdf', 'bill.pdf'],
  ['attachment', 'otherwise.csv'],
])('a file that comes with %s is saved as %s', (disposition, name) => {
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
  const headers = new Headers({ 'content-disposition': disposition });
  saveAnswer({ body: new Blob(['x']), headers }, 'otherwise.csv');
  expect(clicked).toEqual([name]);
});
