import { expect, type Page } from '@playwright/test';

/** What a finger needs (WCAG 2.5.5), less the lines of pixels that neighbours share. */
const TARGET = 42;
/** A large table is measured by some of its cells. */
const MOST_ALIKE = 8;

/** What a page with fingers, a small window or enlarged text gets wrong; afterwards the page is as it was. */
export async function looksOn(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ ...size, width: 360 });
  const small = await smallTargetsOn(page);
  await page.setViewportSize({ ...size, width: 320 });
  const narrow = await overflowOn(page);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const enlarged = await overflowOn(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(size);
  return [
    ...small.map((fault) => `small for a finger: ${fault}`),
    ...narrow.map((fault) => `at 320 px: ${fault}`),
    ...enlarged.map((fault) => `at 320 px, text of twice the size: ${fault}`),
  ];
}

/** Until nothing that ends by itself moves, such as a menu that opens: what is measured on the way is no fault. */
async function isStill(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(
              ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
            ).length,
      ),
    )
    .toBe(0);
}

/** Links and buttons that a finger hits within less than 44 pixels, with what it hits. Links within a text are exempt. */
export async function smallTargetsOn(page: Page): Promise<string[]> {
  await isStill(page);
  return page.evaluate(
    ({ target, mostAlike }) => {
      const isInText = (element: Element) =>
        getComputedStyle(element).display.startsWith('inline') &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
      const isUsable = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.matches(':disabled') &&
        !element.closest('[inert], [aria-hidden=true]') &&
        !isInText(element);
      const isHit = (element: Element, x: number, y: number) =>
        element.contains(document.elementFromPoint(x, y) ?? document);
      /** How far from the centre the element is hit, in one direction and in the opposite one. */
      const reach = (element: Element, x: number, y: number, dx: number, dy: number) =>
        [1, -1].reduce((sum, sign) => {
          let steps = 0;
          while (steps < target && isHit(element, x + sign * dx * (steps + 1), y + sign * dy * (steps + 1))) steps += 1;
          return sum + steps;
        }, 1);

      const faults: string[] = [];
      const alike = new Map<string, number>();
      const controls = 'a[href], button, summary, label:has(input), [role=button], [role=tab], [role=menuitem]';
      for (const element of [...document.querySelectorAll(controls)].filter(isUsable)) {
        const kind = `${element.tagName} ${element.className} ${element.parentElement?.tagName ?? ''}`;
        alike.set(kind, (alike.get(kind) ?? 0) + 1);
        if ((alike.get(kind) ?? 0) > mostAlike) continue;
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        // What is only for screen readers is no target, and neither is what lies below something else.
        if (Math.min(width, height) < 2 || !isHit(element, x, y)) continue;
        const [across, down] = [reach(element, x, y, 1, 0), reach(element, x, y, 0, 1)];
        if (Math.min(across, down) >= target) continue;
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
        faults.push(`${element.tagName.toLowerCase()} «${name}» ${across}×${down}`);
      }
      window.scrollTo(0, 0);
      return faults;
    },
    { target: TARGET, mostAlike: MOST_ALIKE },
  );
}

/**
 * Tables of which a laptop shows a part only. A list has to fit, as the menu of its rows is its last column; a table
 * of amounts or people may scroll within a region that does so on purpose. A status that is shortened says nothing.
 */
export async function cutTablesOn(page: Page): Promise<string[]> {
  await isStill(page);
  return page.evaluate(() => {
    const faults: string[] = [];
    const nameOf = (part: Element) => part.closest('[aria-label]')?.getAttribute('aria-label') ?? '';
    for (const chip of document.querySelectorAll('.MuiDataGrid-cell .MuiChip-label')) {
      if (chip.checkVisibility() && chip.scrollWidth > chip.clientWidth)
        faults.push(`«${chip.textContent}» is shortened in the list «${nameOf(chip)}»`);
    }
    for (const grid of document.querySelectorAll('.MuiDataGrid-virtualScroller')) {
      if (!grid.checkVisibility() || grid.scrollWidth <= grid.clientWidth + 1) continue;
      faults.push(`the list «${nameOf(grid)}» is ${grid.scrollWidth} px wide, and has room for ${grid.clientWidth}`);
    }
    for (const table of document.querySelectorAll('table')) {
      let holder = table.parentElement;
      while (holder && getComputedStyle(holder).overflowX === 'visible') holder = holder.parentElement;
      if (!holder || !table.checkVisibility() || !['hidden', 'clip'].includes(getComputedStyle(holder).overflowX))
        continue;
      if (table.getBoundingClientRect().right <= holder.getBoundingClientRect().right + 1) continue;
      faults.push(`the table «${table.textContent.slice(0, 50)}» is cut off`);
    }
    return faults;
  });
}

/** What makes the page wider than the window, and controls and headings that their own text does not fit into. */
export async function overflowOn(page: Page): Promise<string[]> {
  await isStill(page);
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 50)}»`;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));

    const faults: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const beyond = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element.parentElement),
      );
      faults.push(`${scrollWidth} px wide: ${beyond.slice(0, 4).map(nameOf).join(', ')}`);
    }

    for (const control of document.querySelectorAll('button, a[href], h1, h2, h3, [role=tab]')) {
      const box = control.getBoundingClientRect();
      if (!control.checkVisibility({ opacityProperty: true }) || Math.min(box.width, box.height) < 2) continue;
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const holder = texts.currentNode.parentElement ?? control;
        const { textOverflow, webkitLineClamp, overflowY } = getComputedStyle(holder);
        // Only for screen readers, or shortened on purpose.
        if (holder.getBoundingClientRect().width < 2 || textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
          continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const isOut = [...range.getClientRects()].some(({ left, right, top, bottom, width, height }) => {
          if (width === 0 || (overflowY === 'hidden' && top >= box.bottom)) return false;
          const slack = height / 4;
          return right > box.right + 2 || left < box.left - 2 || bottom > box.bottom + slack || top < box.top - slack;
        });
        if (!isOut) continue;
        faults.push(`the text doesn't fit into ${nameOf(control)}`);
        break;
      }
    }
    return faults;
  });
}
