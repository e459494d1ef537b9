import { contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { HelpPage } from './help-page';

// Every text and number here is quoted from sections 2, 3, 5, 8 and 9 of the specification.

const SUCCESS = "Complaint Submitted Successfully! We'll get back to you within 24-48 hours.";
const BLOCKED = 'Failed to open WhatsApp. Please try again.';
const user = sessionUser({ name: 'Asha Rao', email: 'asha@shifa.example', role: 'super_admin' });

type Given = { whatsapp?: string | null; tab?: object | null; who?: typeof user };

async function setUp({ whatsapp = '913322120000', tab = {}, who = user }: Given = {}) {
  const api = fakeApi();
  const contacts = { email: 'support@shifa.example', phone: '+91 33 2212 0000', whatsapp };
  api.on(contract.support.contacts, () => answer(contacts));
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as Window | null);
  const view = renderApp(<HelpPage />, { user: who, at: '/help-support' });
  await screen.findByLabelText('Subject');
  return { ...view, api, open };
}

const field = (label: string) => screen.getByLabelText(label, { exact: false });
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
function choose(label: string, option: string) {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  fireEvent.click(screen.getByRole('option', { name: option }));
}
// Validation answers in a microtask.
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Complaint' }));
    await Promise.resolve();
  });

function fillIn() {
  fill('Subject', 'Printer & labels');
  choose('Category', 'Technical');
  choose('Priority', 'High');
  fill('Description', 'The label printer\nstopped at 9 + 1 %.');
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the contacts', () => {
  it('are three cards: email, phone and live chat', async () => {
    await setUp();
    expect(screen.getByRole('link', { name: 'support@shifa.example' })).toHaveAttribute(
      'href',
      'mailto:support@shifa.example',
    );
    expect(screen.getByRole('link', { name: '+91 33 2212 0000' })).toHaveAttribute('href', 'tel:+913322120000');
    const chat = screen.getByRole('link', { name: 'Start a chat on WhatsApp' });
    expect(chat).toHaveAttribute('href', 'https://wa.me/913322120000');
    expect(chat).toHaveAttribute('target', '_blank');
    expect(chat).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('can be fetched again after a failure', async () => {
    const api = fakeApi();
    api.on(contract.support.contacts, () => failure('UNAVAILABLE'));
    renderApp(<HelpPage />, { user });
    await screen.findByText("Couldn't load the contacts of the support");
    api.on(contract.support.contacts, () => answer({ email: 'a@b.example', phone: '+91 1', whatsapp: null }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Not available. Use the complaint form below.')).toBeVisible();
  });
});

describe('the page without the contacts', () => {
  it('still takes a complaint', async () => {
    fakeApi().on(contract.support.contacts, () => failure('UNAVAILABLE'));
    renderApp(<HelpPage />, { user });
    expect(await screen.findByRole('button', { name: 'Submit Complaint' })).toBeVisible();
  });

  it('shows those that there are', async () => {
    fakeApi().onOffContract(contract.support.contacts, () => answer({ email: 'a@b.example' }));
    renderApp(<HelpPage />, { user });
    expect(await screen.findByRole('link', { name: 'a@b.example' })).toBeVisible();
    expect(screen.getAllByText('Not available. Use the complaint form below.')).toHaveLength(2);
  });
});

describe('a complaint', () => {
  it('says that the chat could not be opened where the browser throws', async () => {
    const { open } = await setUp();
    open.mockImplementation(() => {
      throw new DOMException('Not allowed');
    });
    fillIn();
    await submit();
    expect(await screen.findByText('Failed to open WhatsApp. Please try again.')).toBeVisible();
  });

  it('outlives a reload until it is sent', async () => {
    const { unmount } = await setUp();
    fillIn();
    unmount();
    const { unmount: leave } = await setUp();
    expect(screen.getByText(/were restored\. They aren't saved yet/)).toBeVisible();
    expect(field('Subject')).toHaveValue('Printer & labels');
    expect(field('Contact Email')).toHaveValue('asha@shifa.example');
    await submit();
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(screen.queryByText(/were restored/)).toBeNull();
    leave();
    await setUp();
    expect(field('Subject')).toHaveValue('');
  });

  it('starts with the email of the person', async () => {
    await setUp();
    expect(field('Contact Email')).toHaveValue('asha@shifa.example');
    expect(field('Contact Phone')).toHaveValue('');
  });

  it('has required fields, and opens nothing without them', async () => {
    const { open } = await setUp();
    fill('Contact Email', '');
    await submit();
    for (const message of [
      'Subject is required',
      'Category is required',
      'Priority is required',
      'Description is required',
      'Email is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(field('Subject')).toHaveFocus();
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ['Subject', 'Abcd', 'Subject must be at least 5 characters'],
    ['Description', 'Nineteen characters', 'Description must be at least 20 characters'],
    ['Contact Email', 'asha@', 'Invalid email address'],
  ])('refuses the %s «%s»', async (label, value, message) => {
    const { open } = await setUp();
    fillIn();
    fill(label, value);
    await submit();
    expect(await screen.findByText(message)).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });

  it('opens a chat in a new tab with the composed text, without a call to the server', async () => {
    const tab = { opener: window };
    const { open, api } = await setUp({ tab });
    fillIn();
    await submit();
    expect(open).toHaveBeenCalledOnce();
    const [address, target] = open.mock.calls[0] ?? [];
    expect(target).toBe('_blank');
    expect(String(address)).not.toContain('+');
    const link = new URL(address ?? '');
    expect(link.origin + link.pathname).toBe('https://wa.me/913322120000');
    expect(link.searchParams.get('text')?.split('\n')).toEqual([
      '*New Complaint*',
      'Name: Asha Rao',
      'Email: asha@shifa.example',
      'Phone: N/A',
      'Subject: Printer & labels',
      'Category: technical',
      'Priority: high',
      'Description: The label printer',
      'stopped at 9 + 1 %.',
    ]);
    expect(tab.opener).toBeNull();
    expect(api.requests(contract.support.contacts)).toHaveLength(1);
  });

  it('names the phone, if there is one, and lets the sender choose where no number is configured', async () => {
    const { open } = await setUp({ whatsapp: null });
    expect(screen.getByText(/No support number is configured/)).toBeVisible();
    fillIn();
    fill('Contact Phone', '+91 98300 00000');
    await submit();
    const link = new URL(open.mock.calls[0]?.[0] ?? '');
    expect(link.origin + link.pathname).toBe('https://wa.me/');
    expect(link.searchParams.get('text')).toContain('Phone: +91 98300 00000');
  });

  it('is confirmed for 5 s, and the form is reset', async () => {
    await setUp();
    fillIn();
    fill('Contact Email', 'other@shifa.example');
    vi.useFakeTimers();
    await submit();
    expect(screen.getByText(SUCCESS)).toBeVisible();
    expect(field('Subject')).toHaveValue('');
    expect(field('Description')).toHaveValue('');
    expect(screen.getByText('Choose a category')).toBeVisible();
    expect(field('Contact Email')).toHaveValue('asha@shifa.example');
    await act(() => vi.advanceTimersByTimeAsync(4_999));
    expect(screen.getByText(SUCCESS)).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText(SUCCESS)).toBeNull();
  });

  it('says so when the browser opens no tab, keeps what was typed, and can be sent again', async () => {
    const { open } = await setUp({ tab: null });
    fillIn();
    await submit();
    expect(screen.getByRole('alert')).toHaveTextContent(BLOCKED);
    expect(screen.queryByText(SUCCESS)).toBeNull();
    expect(field('Subject')).toHaveValue('Printer & labels');
    open.mockReturnValue({} as Window);
    await submit();
    expect(screen.queryByText(BLOCKED)).toBeNull();
    expect(screen.getByText(SUCCESS)).toBeVisible();
  });
});

describe('office hours, location and questions', () => {
  it('are those of the specification', async () => {
    await setUp();
    const hours = within(screen.getByRole('region', { name: 'Office Hours' }));
    for (const [days, times] of [
      ['Mon-Fri', '9:00-18:00'],
      ['Sat', '10:00-16:00'],
      ['Sun', 'closed'],
    ] as const) {
      expect(hours.getByText(days).nextElementSibling).toHaveTextContent(times);
    }
    expect(hours.getByText(/Times in Kolkata \(GMT\+5:30\)/)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Our Location' })).toHaveTextContent('123 Healthcare Avenue');
  });

  it('lead to where the answers are', async () => {
    await setUp();
    const questions = within(screen.getByRole('region', { name: 'Frequently Asked Questions' }));
    expect(questions.getAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(questions.getByRole('link', { name: 'your profile' })).toHaveAttribute('href', '/profile');
    expect(questions.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports');
    expect(questions.getByText(/are resolved within 24-72 hours/)).toBeVisible();
    fireEvent.click(questions.getByRole('link', { name: 'complaint form' }));
    expect(document.activeElement).toHaveAttribute('id', 'complaint');
    fireEvent.click(questions.getByRole('link', { name: 'contact us' }));
    expect(document.activeElement).toHaveAttribute('id', 'contact');
  });

  it('do not lead to reports that are not open', async () => {
    await setUp({ who: sessionUser({ role: 'staff' }) });
    expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull();
  });
});
