import { contract } from '@shifa/contract';
import { laboratory } from '@shifa/contract/testing';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../testing/fake-api';
import { api } from './api';
import { type Key, keyOf, keyOfAll, keyOfRoute, pageQuery, queryOf, send } from './queries';

const [id, other] = ['65f000000000000000000001', '65f000000000000000000002'];

describe('the key of a query', () => {
  it('names the resource, the route and what it was asked', () => {
    expect(queryOf(api.laboratories.get, { params: { id } }).queryKey).toEqual([
      'laboratories',
      { route: 'get', params: { id } },
    ]);
    expect(queryOf(api.laboratories.options).queryKey).toEqual(['laboratories', { route: 'options' }]);
  });

  it('leads to everything that its route answered, and to nothing of other routes', () => {
    const list = pageQuery(api.laboratories.list, { query: { page: 2 } }).queryKey;
    expect(keyOfRoute(list)).toEqual(keyOf(api.laboratories.list));
  });

  it('is of a route of the contract', () => {
    expect(() => keyOf({ query: () => Promise.resolve({ status: 200, body: {} }) })).toThrow(
      'no route of the contract',
    );
  });

  const queries = {
    list: pageQuery(api.laboratories.list, { query: { page: 2, type: ['branch'] } }).queryKey,
    detail: queryOf(api.laboratories.get, { params: { id } }).queryKey,
    history: pageQuery(api.laboratories.history, { params: { id }, query: { page: 3 } }).queryKey,
    another: queryOf(api.laboratories.get, { params: { id: other } }).queryKey,
    person: queryOf(api.staff.get, { params: { id } }).queryKey,
  };

  it.each<[string, Key, (keyof typeof queries)[]]>([
    ['every page of a list', keyOf(api.laboratories.list), ['list']],
    ['every page of a history', keyOf(api.laboratories.history, { params: { id } }), ['history']],
    ['everything of one document', keyOfAll('laboratories', id), ['detail', 'history']],
    ['everything of a resource', keyOfAll('laboratories'), ['list', 'detail', 'history', 'another']],
  ])('finds %s', (_, key, found) => {
    const client = new QueryClient();
    for (const [name, queryKey] of Object.entries<Key>(queries)) client.setQueryData(queryKey, name);
    expect(client.getQueriesData({ queryKey: key }).map(([, name]) => name)).toEqual(found);
  });
});

describe('what a route answers', () => {
  const stored = laboratory({ name: 'Salt Lake' });

  it('is given without its envelope', async () => {
    const server = fakeApi();
    server.on(contract.laboratories.get, () => answer(stored));
    const client = new QueryClient();
    expect(await client.query(queryOf(api.laboratories.get, { params: { id: stored._id } }))).toEqual(stored);
  });

  it('keeps its pagination where it is a page', async () => {
    const server = fakeApi();
    server.on(contract.laboratories.list, () => answerPage([stored], 41));
    const page = await new QueryClient().query(pageQuery(api.laboratories.list, { query: { limit: 20 } }));
    expect(page).toMatchObject({ data: [{ name: 'Salt Lake' }], pagination: { total: 41, pages: 3 } });
  });

  it('is the data of a write, or its failure', async () => {
    const server = fakeApi();
    server.on(contract.laboratories.create, () => answerCreated(stored));
    const body = {
      name: 'Salt Lake',
      code: 'SLK',
      location: { city: 'Kolkata' },
      contact: { phone: '+91 33 2212 0000' },
    };
    expect(await send(api.laboratories.create, { body }, { key: 'k'.repeat(16) })).toEqual(stored);
    server.on(contract.laboratories.create, () => failure('LABORATORY_CODE_TAKEN'));
    await expect(send(api.laboratories.create, { body }, { key: 'k'.repeat(16) })).rejects.toMatchObject({
      code: 'LABORATORY_CODE_TAKEN',
    });
  });
});
