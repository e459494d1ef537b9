import { z } from 'zod';
import { stored } from './storage';

const Files = z.array(z.string().regex(/^\/assets\/[\w.-]+$/));

/** Of a browser that tells; no other one says what a byte costs. */
type Network = { saveData?: boolean; type?: string; effectiveType?: string };

/**
 * Fetches the code of all parts of the product while the page has nothing else to do, once per version: the service
 * worker keeps it, so that every part opens without a network. The build lists the files, about 850 KB compressed.
 */
export async function keepAllCode(version: string | undefined): Promise<void> {
  if (version === undefined || isMetered() || stored.keptVersion.read() === version) return;
  try {
    for (const file of Files.parse(await (await fetch('/code.json', { cache: 'no-cache' })).json())) {
      await idle();
      const answer = await fetch(file, { priority: 'low' });
      // Another version is served by now.
      if (!answer.ok) return;
      await answer.arrayBuffer();
    }
    stored.keptVersion.write(version);
  } catch {
    // The next visit fetches what is missing.
  }
}

function isMetered(): boolean {
  const { saveData = false, type, effectiveType = '4g' } = (navigator as { connection?: Network }).connection ?? {};
  return saveData || type === 'cellular' || effectiveType !== '4g';
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 100);
    else requestIdleCallback(() => resolve());
  });
}
