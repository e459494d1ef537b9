import { contract } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { LaboratoryListPage } from '../features/laboratories/laboratory-list-page';
import { answerPage, fakeApi } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { useShortcuts } from './shortcuts';

function setUp(role: 'super_admin' | 'lab_admin' = 'super_admin') {
  fakeApi().on(contract.laboratories.list, () => answerPage([laboratory()]));
  renderApp(<LaboratoryListPage />, { user: sessionUser({ role }) });
}

const press = (keys: string) => userEvent.keyboard(keys);

describe('a shortcut', () => {
  it('counts from the moment at which the screen is visible', () => {
    const run = vi.fn();
    function Screen() {
      useShortcuts([{ keys: ['x'], effect: 'Mark it', run }]);
      return null;
    }
    function EarlyKey() {
      useLayoutEffect(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
      });
      return null;
    }
    render(
      <>
        <Screen />
        <EarlyKey />
      </>,
    );
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('the shortcuts of a list', () => {
  it('are listed by ? with what they do', async () => {
    setUp();
    await press('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const effects = sheet.getAllByRole('definition').map((effect) => effect.textContent);
    expect(effects).toEqual(
      expect.arrayContaining([
        'New laboratory',
        'Search laboratories',
        'Send the open form',
        'Show the keyboard shortcuts',
      ]),
    );
    expect(sheet.getByText('Ctrl+Enter')).toBeVisible();
  });

  it('are N for the form and / for the search, where keys are not typed', async () => {
    setUp();
    await press('/');
    const search = screen.getByRole('searchbox', { name: 'Search laboratories' });
    expect(search).toHaveFocus();
    await press('n');
    expect(search).toHaveValue('n');
    expect(screen.queryByRole('dialog')).toBeNull();
    search.blur();
    await press('n');
    expect(screen.getByRole('dialog', { name: 'New laboratory' })).toBeVisible();
  });

  it('offer no form to a person who may not create anything', async () => {
    setUp('lab_admin');
    await press('n');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
