import { contract, CONTRACT_HEADER, CONTRACT_VERSION } from '@shifa/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { appUpdate } from '../../lib/app-update';
import { api } from '../../data/api';
import { installOffer } from '../../lib/install-offer';
import { failure, fakeApi, type FakeRequest } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { Offers } from './offers';

/** The browser would install the product, as Chromium says it. */
function offer() {
  const prompt = vi.fn(() => Promise.resolve({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => {
    window.dispatchEvent(event);
  });
  return { event, prompt };
}

const shownCard = () => screen.findByRole('complementary', { name: 'Install Shifa MS' });
const card = () => screen.queryByRole('complementary', { name: 'Install Shifa MS' });

beforeEach(() => {
  const stop = installOffer.listen();
  onTestFinished(() => {
    act(() => {
      window.dispatchEvent(new Event('appinstalled'));
    });
    stop();
  });
});

describe('the install prompt', () => {
  it('appears when the browser offers installation, in place of the browser’s own', async () => {
    renderApp(<Offers />);
    expect(card()).toBeNull();
    const { event } = offer();
    expect(await shownCard()).toBeVisible();
    expect(event.defaultPrevented).toBe(true);
  });

  it('appears for an offer that came before anyone had signed in', async () => {
    offer();
    renderApp(<Offers />);
    expect(await shownCard()).toBeVisible();
  });

  it('triggers the installation once', async () => {
    renderApp(<Offers />);
    const { prompt } = offer();
    await userEvent.click(await screen.findByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(card()).toBeNull();
    offer();
    expect(await shownCard()).toBeVisible();
  });

  it('is hidden by Close until the browser makes another offer', async () => {
    renderApp(<Offers />);
    const { prompt } = offer();
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(card()).toBeNull();
    expect(prompt).not.toHaveBeenCalled();
    offer();
    expect(await shownCard()).toBeVisible();
  });

  it('does not return for three months after Close, with the next page load', async () => {
    renderApp(<Offers />);
    offer();
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const hears = (days: number) => {
      vi.setSystemTime(Date.now() + days * 86_400_000);
      const page = new EventTarget() as Window & typeof globalThis;
      const stop = installOffer.listen(page);
      page.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: vi.fn() }));
      stop();
      return installOffer.current();
    };
    expect(hears(89)).toBe(false);
    expect(hears(2)).toBe(true);
  });

  it('goes when the product was installed by another way', async () => {
    renderApp(<Offers />);
    offer();
    expect(await shownCard()).toBeVisible();
    act(() => {
      window.dispatchEvent(new Event('appinstalled'));
    });
    expect(card()).toBeNull();
  });
});

describe('a newer version', () => {
  it('is offered as soon as the server no longer accepts this one', async () => {
    const server = fakeApi();
    // ts-rest has no type for this status.
    server.on(contract.notifications.list, () => failure('CLIENT_OUTDATED') as never);
    onTestFinished(() => {
      act(appUpdate.close);
    });
    renderApp(<Offers />);
    const answer = api.notifications.list.query({ query: {} });
    await act(() => expect(answer).rejects.toMatchObject({ status: 426, code: 'CLIENT_OUTDATED' }));
    const [{ headers }] = server.requests(contract.notifications.list) as [FakeRequest];
    expect(headers.get(CONTRACT_HEADER)).toBe(CONTRACT_VERSION);
    expect(await screen.findByRole('button', { name: 'Update' })).toBeVisible();
  });
});
