import type { Page, WebSocketRoute } from '@playwright/test';

/** Passes the page's socket through, and returns a function that sends it an event as the server would. */
export async function eventsInto(page: Page): Promise<(event: string, payload: unknown) => Promise<void>> {
  let opened: (socket: WebSocketRoute) => void = () => undefined;
  const socket = new Promise<WebSocketRoute>((resolve) => (opened = resolve));
  await page.routeWebSocket(/\/socket\.io\//, (route) => {
    const server = route.connectToServer();
    server.onMessage((message) => {
      route.send(message);
      // The server has accepted the token.
      if (message.toString().startsWith('40')) opened(route);
    });
  });
  return async (event, payload) => (await socket).send(`42${JSON.stringify([event, payload])}`);
}

/** Moves the page's stopped clock in steps, between which the page renders and sets further timers. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 100) await page.clock.runFor(Math.min(left, 100));
}

/** Fills in the form for complaints, on its page. */
export async function fillInComplaint(page: Page): Promise<void> {
  await page.getByLabel('Subject').fill('Printer');
  for (const [label, option] of [
    ['Category', 'Technical'],
    ['Priority', 'High'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await page.getByLabel('Description').fill('The label printer has stopped.');
}
