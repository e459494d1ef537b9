const executablePath = process.env['CHROMIUM_PATH'];

/** Launch options for what the headless shell, in which the other journeys run, can't do: notifications, installation. */
export const fullBrowser = executablePath ? { executablePath } : { channel: 'chromium' };
