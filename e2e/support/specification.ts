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
