import { expect, it } from 'vitest';
import { withQuery } from './with-query';

it('gives every value by its name, and nothing where there is none', () => {
  expect(withQuery('/staff', { status: ['active', 'exited'], role: 'manager', department: undefined })).toBe(
    '/staff?status=active&status=exited&role=manager',
  );
  expect(withQuery('/staff', { role: undefined, status: [] })).toBe('/staff');
});
