import { contract, type Laboratory } from '@shifa/contract';
import { nextId } from '@shifa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, type fakeApi } from '../../../testing/fake-api';
import { laboratoryResource } from '../laboratory.resource';
import { field, press, setUp, stored, type } from './testing/open-form';

describe('two people at once', () => {
  const theirs = {
    ...stored,
    name: 'Salt Lake Sector V',
    contact: { ...stored.contact, phone: '+91 33 9999 0000' },
    version: 4,
    updatedBy: 'Asha Rao',
  };

  it('lets the loser see both versions, keep what was typed and save it on the new one', async () => {
    const { api, onSaved } = setUp({ document: stored });
    api.on(contract.laboratories.update, ({ body }) =>
      (body as { version: number }).version === 4
        ? answer(theirs)
        : failure('VERSION_CONFLICT', {
            conflict: { current: theirs, changedBy: 'Asha Rao', changedAt: new Date().toISOString() },
          }),
    );
    await type('Name', 'Salt Lake 2');
    await press('Save changes');

    const panel = await screen.findByRole('group', { name: 'Newer version' });
    expect(panel).toHaveTextContent('Asha Rao saved a newer version just now');
    expect(field('Name')).toHaveValue('Salt Lake 2');
    expect(field('Phone')).toHaveValue('+91 33 9999 0000');
    expect(screen.getByRole('radio', { name: 'Theirs: Salt Lake Sector V' })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: 'Yours: Salt Lake 2' })).toBeChecked();

    await press('Save changes');
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(api.requests(contract.laboratories.update).at(-1)?.body).toEqual({ name: 'Salt Lake 2', version: 4 });
  });

  /** The first request is carried out without an answer; the next ones find the version that it made. */
  function loseFirstAnswer(api: ReturnType<typeof fakeApi>, current: Laboratory) {
    api.on(contract.laboratories.update, () => {
      api.on(contract.laboratories.update, () =>
        failure('VERSION_CONFLICT', {
          conflict: { current, changedBy: 'Asha Rao', changedAt: new Date().toISOString() },
        }),
      );
      throw new TypeError('No network');
    });
  }

  it('is not reported to the person whose own save lost its answer', async () => {
    const { api, onSaved } = setUp({ document: stored });
    const saved = { ...stored, name: 'Salt Lake 2', version: 4, updatedBy: 'Asha Rao' };
    loseFirstAnswer(api, saved);
    await type('Name', 'Salt Lake 2');
    await press('Save changes');
    await screen.findByRole('alert');
    await press('Save changes');
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ name: 'Salt Lake 2', version: 4 });
    expect(screen.queryByRole('group', { name: 'Newer version' })).not.toBeInTheDocument();
  });

  it('is shown to that person as well where it says something else', async () => {
    const { api, onSaved } = setUp({ document: stored });
    loseFirstAnswer(api, theirs);
    await type('Name', 'Salt Lake 2');
    await press('Save changes');
    await screen.findByRole('alert');
    await press('Save changes');
    expect(await screen.findByRole('group', { name: 'Newer version' })).toBeVisible();
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('lets the loser take theirs', async () => {
    const { api, onClose } = setUp({ document: stored });
    api.on(contract.laboratories.update, () =>
      failure('VERSION_CONFLICT', {
        conflict: { current: theirs, changedBy: 'Asha Rao', changedAt: new Date().toISOString() },
      }),
    );
    await type('Name', 'Salt Lake 2');
    await press('Save changes');
    await userEvent.click(await screen.findByRole('button', { name: 'Take all theirs' }));
    expect(field('Name')).toHaveValue('Salt Lake Sector V');
    await press('Save changes');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(api.requests(contract.laboratories.update)).toHaveLength(1);
  });

  it('tells of a newer version while one types, and loads it without losing a word', async () => {
    const { api, queryClient } = setUp({ document: stored });
    api.on(contract.laboratories.get, () => answer(theirs));
    await type('City', 'Bidhannagar');
    act(() => {
      queryClient.setQueryData(laboratoryResource.recentChange(stored._id).queryKey, {
        ...theirs,
        by: { _id: nextId(), name: 'Asha Rao' },
        at: new Date().toISOString(),
      });
    });
    expect(await screen.findByText('Asha Rao')).toBeVisible();
    expect(field('Name')).toHaveValue('Salt Lake');
    await press('Load the new version');
    await waitFor(() => expect(field('Name')).toHaveValue('Salt Lake Sector V'));
    expect(field('City')).toHaveValue('Bidhannagar');
    await press('Save changes');
    await waitFor(() => expect(api.requests(contract.laboratories.update)).toHaveLength(1));
    expect(api.requests(contract.laboratories.update)[0]?.body).toMatchObject({
      location: { city: 'Bidhannagar' },
      version: 4,
    });
  });
});
