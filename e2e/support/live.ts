import { expect, type Page, type WebSocket } from '@playwright/test';

/** Opens a page and waits until it receives live updates: the server confirms the connection with `40`. */
export async function openLive(page: Page, open: () => Promise<unknown>): Promise<void> {
  const confirmed: WebSocket[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().startsWith('40')) confirmed.push(socket);
    });
  });
  await open();
  // The sockets of the page that was open before are closed by now.
  await expect.poll(() => confirmed.some((socket) => !socket.isClosed())).toBe(true);
}
