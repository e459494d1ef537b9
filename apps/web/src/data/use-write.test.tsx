import { act, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client';
import { until } from '../testing/until';
import { useWrite } from './use-write';

const key = ['orders'];

function setUp() {
  const client = createQueryClient();
  client.setQueryData(key, 'old');
  let resolve = (_: string) => {};
  const reply = new Promise<string>((done) => (resolve = done));
  const [leave, onSuccess] = [vi.fn(), vi.fn()];
  function Page() {
    const write = useWrite({ send: () => reply, stale: [key], leave, onSuccess });
    return <button onClick={() => write.mutate()}>Save</button>;
  }
  const view = render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  act(() => screen.getByRole('button').click());
  const answer = async () => {
    resolve('saved');
    await until(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true));
  };
  return { view, answer, leave, onSuccess };
}

it('leads where the answer says', async () => {
  const { answer, leave } = setUp();
  await answer();
  expect(leave).toHaveBeenCalledWith('saved', undefined);
});

it('leads nowhere once the person has left, but what changed is fetched again', async () => {
  const { view, answer, leave, onSuccess } = setUp();
  view.unmount();
  await answer();
  expect(onSuccess).toHaveBeenCalledOnce();
  expect(leave).not.toHaveBeenCalled();
});
