import { contract, type ReportSchedule } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { SchedulesPage } from './schedules-page';

const howrah = laboratory({ name: 'Shifa Howrah' });
const id = '65f000000000000000000001';

const schedule = (overrides: Partial<ReportSchedule> = {}): ReportSchedule => ({
  _id: id,
  name: 'Finances of the month',
  kind: 'financial',
  laboratory: null,
  frequency: 'monthly',
  active: true,
  owner: { _id: '65f000000000000000000002', name: 'Asha Sen' },
  lastPeriod: { from: '2026-10-01', to: '2026-10-31' },
  lastFailure: null,
  nextRun: '2026-12-01',
  actions: { edit: { allowed: true }, pause: { allowed: true }, remove: { allowed: true } },
  updatedBy: 'Asha Sen',
  version: 3,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  ...overrides,
});

function setUp(schedules: ReportSchedule[]) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([howrah]));
  api.on(contract.reports.schedules, () => answerPage(schedules));
  renderApp(<SchedulesPage />, { user: sessionUser({ role: 'super_admin' }), at: '/reports/schedules' });
  return api;
}

const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Finances of the month' }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
};

describe('scheduled reports', () => {
  it('are listed with their owner, the last period and the day of the next report, and say who is notified', async () => {
    setUp([schedule()]);
    const row = await screen.findByRole('row', { name: /Finances of the month/ });
    for (const text of ['All laboratories', 'Monthly', 'Active', 'October 2026', 'Dec 1, 2026', 'Asha Sen']) {
      expect(row).toHaveTextContent(text);
    }
    expect(screen.getByText(/Everyone who can view a laboratory's reports/)).toBeVisible();
    expect(document.title).toBe('Schedules · Reports & Analytics · Shifa MS');
  });

  it('say why the last report failed', async () => {
    setUp([schedule({ lastFailure: 'Asha Sen has left.' })]);
    const row = await screen.findByRole('row', { name: /Finances of the month/ });
    expect(row).toHaveTextContent('October 2026Failed: Asha Sen has left.');
  });

  it('say on a phone why the last report failed', async () => {
    onPhone();
    setUp([schedule({ lastFailure: 'Asha Sen has left.' })]);
    expect(await screen.findByText('Failed: Asha Sen has left.')).toBeVisible();
  });

  it('are paused and resumed', async () => {
    const paused = schedule({ active: false, actions: { resume: { allowed: true } } });
    const api = setUp([schedule()]);
    api.on(contract.reports.updateSchedule, () => answer(paused));
    api.on(contract.reports.schedules, () =>
      answerPage([api.requests(contract.reports.updateSchedule).length % 2 === 1 ? paused : schedule()]),
    );
    await choose('Pause schedule');
    expect(await screen.findByText('Paused')).toBeVisible();
    await choose('Resume schedule');
    await waitFor(() =>
      expect(api.requests(contract.reports.updateSchedule).map(({ body }) => body)).toEqual([
        { active: false, version: 3 },
        { active: true, version: 3 },
      ]),
    );
  });

  it('are deleted only after a question', async () => {
    const api = setUp([schedule()]);
    api.on(contract.reports.removeSchedule, () => answer(schedule()));
    await choose('Delete schedule');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete schedule' });
    expect(dialog).toHaveTextContent('Earlier reports stay in the list of Excel files.');
    expect(api.requests(contract.reports.removeSchedule)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Finances of the month was deleted')).toBeVisible();
    expect(api.requests(contract.reports.removeSchedule)[0]?.query.get('version')).toBe('3');
  });

  it('count as deleted where they are gone, as after a lost answer', async () => {
    const api = setUp([schedule()]);
    api.on(contract.reports.removeSchedule, () => failure('REPORT_SCHEDULE_NOT_FOUND'));
    await choose('Delete schedule');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete schedule' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Finances of the month was deleted')).toBeVisible();
  });

  it('are created for a report, a laboratory and a frequency', async () => {
    const api = setUp([]);
    api.on(contract.reports.createSchedule, () => answerCreated(schedule()));
    expect(await screen.findByText(/No reports are scheduled yet/)).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'New schedule' })[0] as HTMLElement);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Stock of Howrah');
    const form = screen.getByRole('dialog', { name: 'New schedule' });
    await userEvent.click(within(form).getByRole('combobox', { name: 'Report' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Inventory' }));
    await userEvent.click(within(form).getByRole('combobox', { name: 'Laboratory' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Shifa Howrah' }));
    await userEvent.click(within(form).getByRole('button', { name: 'Create schedule' }));
    await waitFor(() => expect(api.requests(contract.reports.createSchedule)).toHaveLength(1));
    expect(api.requests(contract.reports.createSchedule)[0]?.body).toEqual({
      name: 'Stock of Howrah',
      kind: 'inventory',
      laboratoryId: howrah._id,
      frequency: 'monthly',
      active: true,
    });
  });
});
