import { sessionUser, transaction } from '@shifa/contract/testing';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../testing/fake-api';
import { fakeFetch, success } from '../testing/fake-fetch';
import { api, bodyOf } from './api';
import { requestAhead } from './http';
import { ApiError, messageOf } from '../lib/api-error';
import { pageQuery, send } from './queries';
import { session } from './session';

const user = sessionUser();
const fails = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`Expected an ApiError, got ${String(error)}`);
};

describe('a call of the API', () => {
  beforeEach(() => session.end('left'));

  it('carries the token and gives the body of a success', async () => {
    session.start('abc', user);
    const calls = fakeFetch({ 'GET /api/auth/me': success({ user }) });
    expect((await bodyOf(api.auth.me.query())).data.user).toEqual(user);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer abc');
  });

  it('knows that a JSON answer was broken off, and that another one is no answer', async () => {
    const start = new TextEncoder().encode('{"success":true,');
    const broken = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(start);
        controller.error(new TypeError('network error'));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const login = () => send(api.auth.login, { body: { email: 'a@b.c', password: 'x' } }, { key: 'login-0001' });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken, { headers })));
    const lost = await fails(login());
    expect([lost.status, lost.code, lost.message]).toEqual([
      0,
      'NETWORK',
      'The connection was lost before the whole response arrived. Try again.',
    ]);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<p>Sign in to the Wi-Fi</p>', { headers })));
    expect((await fails(login())).message).toMatch(/^The server's answer can't be read/);
  });

  it('has no authorization header without a token', async () => {
    const calls = fakeFetch({ 'POST /api/auth/login': success({ token: 'abc', user }) });
    await api.auth.login.mutate({ body: { email: 'a@b.c', password: 'x' } });
    expect(calls[0]?.headers.has('authorization')).toBe(false);
    expect(calls[0]?.body).toEqual({ email: 'a@b.c', password: 'x' });
  });

  it('sends a file as a form, whose boundary the browser names', async () => {
    let sent: RequestInit = {};
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent = init;
      return Promise.resolve(Response.json(success(transaction()).body, { status: 201 }));
    });
    const file = new File(['%PDF-1.4'], 'রসিদ.pdf', { type: 'application/pdf' });
    const params = { id: transaction()._id };
    await api.transactions.attachReceipt.mutate({ params, body: { file }, waitMs: 60_000 });
    expect(sent.method).toBe('POST');
    expect(new Headers(sent.headers).has('content-type')).toBe(false);
    expect((sent.body as FormData).get('file')).toMatchObject({ name: 'রসিদ.pdf', size: 8 });
  });

  it('turns a failure into message, status, code, errors and request id', async () => {
    fakeFetch({
      'POST /api/laboratories': failure('LABORATORY_CODE_TAKEN', {
        errors: [{ field: 'code', message: 'This code is already in use' }],
      }),
    });
    const body = { name: 'North', code: 'NOR', location: { city: 'Siliguri' }, contact: { phone: '+91 353 250 0000' } };
    expect(await fails(api.laboratories.create.mutate({ body }))).toMatchObject({
      message: 'This code is already in use',
      status: 409,
      code: 'LABORATORY_CODE_TAKEN',
      errors: [{ field: 'code', message: 'This code is already in use' }],
      requestId: 'test',
    });
  });

  it('gives the headers before a file has arrived, and says when its connection broke off', async () => {
    const seen: (string | null)[] = [];
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    const headers = { 'content-type': 'application/octet-stream', 'x-report-id': 'seven' };
    fakeFetch({ 'GET /api/reports/history/seven/file': () => new Response(body, { headers }) });
    const error = await fails(
      api.reports.file.query({
        params: { id: 'seven' },
        onHeaders: (given) => seen.push(given.get('x-report-id')),
      }),
    );
    expect(seen).toEqual(['seven']);
    expect(error).toMatchObject({ status: 0, code: 'NETWORK' });
    expect(messageOf(error, 'Not saved')).toMatch(/^Not saved\. The connection was lost/);
  });

  describe('that a busy server refuses', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());
    const busy = (retryAfter = '5') => {
      const { status, body } = failure('UNAVAILABLE', { message: 'You already have several files being written.' });
      return () => Response.json(body, { status, headers: { 'retry-after': retryAfter } });
    };
    const countOf = async (call: () => Promise<unknown>, routes: Parameters<typeof fakeFetch>[0]) => {
      const calls = fakeFetch(routes);
      const outcome = fails(call());
      await vi.advanceTimersByTimeAsync(30_000);
      return { calls, error: await outcome };
    };
    const body = { fileName: 'staff.csv', content: 'eA==' };

    it('is repeated when the server says, and then says what to do', async () => {
      const asked = countOf(() => api.staff.export.query({ query: {} }), { 'GET /api/staff/export': busy() });
      const { calls, error } = await asked;
      expect(calls).toHaveLength(3);
      expect(error).toMatchObject({ status: 503, message: 'You already have several files being written.' });
    });

    it('is repeated as a write only under its key', async () => {
      const routes = { 'POST /api/staff/import': busy(), 'POST /api/reports/generate-excel': busy() };
      const headers = { 'idempotency-key': 'k'.repeat(16) };
      const imported = await countOf(() => api.staff.import.mutate({ headers, body }), routes);
      expect(imported.calls.map((call) => call.headers.get('idempotency-key'))).toEqual(
        Array.from({ length: 3 }, () => headers['idempotency-key']),
      );
      const report = { kind: 'staff', from: '2026-11-01', to: '2026-11-02' } as const;
      expect((await countOf(() => api.reports.generateExcel.mutate({ body: report }), routes)).calls).toHaveLength(1);
    });

    it('is not repeated where that would take long, or the server does not say when', async () => {
      const ask = () => api.staff.export.query({ query: {} });
      expect((await countOf(ask, { 'GET /api/staff/export': busy('60') })).calls).toHaveLength(1);
      expect((await countOf(ask, { 'GET /api/staff/export': failure('UNAVAILABLE') })).calls).toHaveLength(1);
    });
  });

  it('says «An error occurred» where the server says nothing', async () => {
    fakeFetch({ 'GET /api/auth/me': { status: 502, body: null } });
    expect(await fails(api.auth.me.query())).toMatchObject({ message: 'An error occurred', status: 502, errors: [] });
  });

  it('ends the session on a 401, whatever was called', async () => {
    session.start('abc', user);
    fakeFetch({ 'GET /api/laboratories': failure('UNAUTHENTICATED') });
    expect((await fails(api.laboratories.list.query())).status).toBe(401);
    expect(session.current()).toEqual({ status: 'signed-out', reason: 'expired' });
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('keeps for the sign-in page that the account was suspended, here and in other tabs', async () => {
    session.start('abc', user);
    const message = 'Your account is suspended. Ask a super admin.';
    const stored = vi.spyOn(Storage.prototype, 'setItem');
    fakeFetch({ 'GET /api/laboratories': failure('ACCOUNT_CLOSED', { message }) });
    await fails(api.laboratories.list.query());
    expect(session.current()).toEqual({ status: 'signed-out', reason: 'expired', message });
    expect(stored).toHaveBeenCalledWith('session-ended', `expired ${message}`);
  });

  it('removes a stale user on a 401 although there is no token', async () => {
    localStorage.setItem('user', '{"name":"Somebody"}');
    fakeFetch({ 'POST /api/auth/login': failure('INVALID_CREDENTIALS') });
    await fails(api.auth.login.mutate({ body: { email: 'a@b.c', password: 'x' } }));
    expect(localStorage).toHaveLength(0);
  });

  it.each([200, 201, 202])('is a failure where an answer of %i says so', async (status) => {
    fakeFetch({ 'PUT /api/auth/password': { status, body: { success: false, message: 'No', code: 'FORBIDDEN' } } });
    const body = { currentPassword: 'a', newPassword: 'Longer12' };
    expect(await fails(api.auth.changePassword.mutate({ body }))).toMatchObject({ status, message: 'No' });
  });

  it.each(['<html>Sign in to the network</html>', '', 'null', '"text"'])('does not read %j as a list', async (text) => {
    fakeFetch({ 'GET /api/laboratories': () => new Response(text, { headers: { 'content-type': 'text/html' } }) });
    const page = pageQuery(api.laboratories.list, { query: {} });
    const error = await fails(new QueryClient().query({ ...page, retry: false }));
    expect(error.message).toBe('The server sent an unreadable response. Try again.');
  });

  it('keeps the session where the 401 answers an older token', async () => {
    session.start('old', user);
    fakeFetch({
      'GET /api/auth/me': () => {
        session.start('new', user);
        return failure('UNAUTHENTICATED');
      },
    });
    await fails(api.auth.me.query());
    expect(session.token()).toBe('new');
  });

  it('keeps the session on any other failure', async () => {
    session.start('abc', user);
    fakeFetch({ 'GET /api/auth/me': failure('FORBIDDEN') });
    await fails(api.auth.me.query());
    expect(session.token()).toBe('abc');
  });

  it('waits no longer for what was requested before the code was there', async () => {
    session.start('abc', user);
    const path = '/api/auth/me';
    window.firstRequest = { path, token: 'abc', response: new Promise<Response>(() => undefined) };
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    requestAhead(path);
    const failing = fails(api.auth.me.query());
    timeout.abort();
    expect(await failing).toMatchObject({ status: 0, code: 'TIMEOUT' });
  });

  it('gives up after ten seconds', async () => {
    const timeout = new AbortController();
    const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    fakeFetch({ 'GET /api/auth/me': 'never' });
    const call = fails(api.auth.me.query());
    timeout.abort();
    const error = await call;
    expect(asked).toHaveBeenCalledWith(10_000);
    expect(error).toMatchObject({ status: 0, code: 'TIMEOUT' });
    expect(messageOf(error, 'Login failed')).toBe(
      "Login failed. The server didn't answer within 10 seconds. Try again.",
    );
  });

  it('says so when the server cannot be reached', async () => {
    fakeFetch({ 'GET /api/auth/me': new TypeError('Failed to fetch') });
    expect(await fails(api.auth.me.query())).toMatchObject({ status: 0, code: 'NETWORK' });
  });

  it('leaves a cancelled call cancelled', async () => {
    fakeFetch({ 'GET /api/auth/me': 'never' });
    const controller = new AbortController();
    const call = api.auth.me.query({ fetchOptions: { signal: controller.signal } });
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
  });
});
