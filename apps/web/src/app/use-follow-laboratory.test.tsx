import { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LiveSocket } from '../data/socket';
import { FakeSocket } from '../testing/fake-socket';
import { laboratoryShown, useFollowLaboratory } from './use-follow-laboratory';

const [first, second] = ['65f000000000000000000001', '65f000000000000000000002'];

it.each([
  [`/laboratories/${first}`, '', first],
  ['/laboratories', `?laboratoryId=${second}`, second],
  ['/staff', `?laboratoryId=${first}&laboratoryId=${second}`, undefined],
  ['/laboratories/none', '', undefined],
  ['/staff', '', undefined],
])('reads the laboratory from %s%s', (pathname, search, shown) => {
  expect(laboratoryShown({ pathname, search })).toBe(shown);
});

it('joins the laboratory that is shown, again after a reconnect, and leaves it', () => {
  const socket = new FakeSocket();
  const { result, rerender, unmount } = renderHook(({ id }) => useFollowLaboratory(id), {
    initialProps: { id: first },
  });
  result.current(socket as object as LiveSocket, new QueryClient());
  expect(socket.sent).toEqual([]);
  socket.receive('connect');
  expect(socket.sent.splice(0)).toEqual([['join-laboratory', first]]);
  rerender({ id: second });
  expect(socket.sent.splice(0)).toEqual([
    ['leave-laboratory', first],
    ['join-laboratory', second],
  ]);
  socket.receive('disconnect');
  rerender({ id: first });
  expect(socket.sent).toEqual([]);
  socket.receive('connect');
  expect(socket.sent.splice(0)).toEqual([['join-laboratory', first]]);
  unmount();
  expect(socket.sent).toEqual([['leave-laboratory', first]]);
});
