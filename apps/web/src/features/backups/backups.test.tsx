import { type Backup, type Backups as BackupsData, contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { doubleTap } from '../../testing/double-tap';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ageText } from './backup.messages';
import { Backups } from './backups';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const good = (hours: number, changes: Partial<Backup> = {}): Backup => ({
  name: `shifa-auto-2026-11-21T02-30-${String(hours).padStart(2, '0')}Z`,
  startedAt: ago(hours),
  finishedAt: ago(hours),
  bytes: 8_388_608,
  documents: 48_212,
  result: 'ok',
  error: null,
  by: null,
  isStored: true,
  ...changes,
});
const failed = (hours: number, error: string) =>
  good(hours, { result: 'failed', error, bytes: null, documents: null, isStored: false });

const automatic: BackupsData = {
  mode: 'automatic',
  time: '02:30',
  timezone: 'Asia/Kolkata',
  keep: 7,
  folder: '/srv/backups',
  next: new Date(Date.now() + 8 * HOUR).toISOString(),
  running: null,
  backups: [],
};

function setUp(data: Partial<BackupsData> = {}) {
  const api = fakeApi();
  api.on(contract.backups.list, () => answer({ ...automatic, ...data }));
  renderApp(<Backups />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/backups' });
  return api;
}

it('shows when backups are made, and each with its age, size and result', async () => {
  setUp({ backups: [good(3), good(27, { by: 'Asha Rao', isStored: false })] });
  expect(await screen.findByText(/^Every day at 2:30\sAM, Kolkata/)).toBeVisible();
  expect(screen.getByText('The newest 7 automatic and 7 requested')).toBeVisible();
  expect(screen.getByText('The newest backup is 3 hours old. It was checked when it was written.')).toBeVisible();
  const [first, second] = screen.getAllByRole('listitem').map((item) => within(item));
  expect(first?.getByText('3 hours old · 8.0 MB · 48,212 documents · Automatic')).toBeVisible();
  expect(first?.getByText('Complete')).toBeVisible();
  expect(second?.getByText(/Requested by Asha Rao$/)).toBeVisible();
  expect(second?.getByText('Moved or removed')).toBeVisible();
  expect(screen.getByText(/cp -a '\/srv\/backups\/shifa-auto-2026-11-21T02-30-03Z' data/)).toBeVisible();
});

it('says that the latest one failed, why, and how old the good one is', async () => {
  const error = 'The disk of /srv/backups is full. Free some space, or set BACKUP_DIR to a folder on another disk.';
  setUp({ backups: [failed(1, error), good(25)] });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The latest backup failed. The newest good one is 25 hours old.',
  );
  expect(screen.getByText(error)).toBeVisible();
  expect(screen.getByText('Failed')).toBeVisible();
});

it.each([
  ['is too old', { backups: [good(72)] }, 'The newest backup is 3 days old.'],
  [
    'is no longer there',
    { backups: [good(3, { isStored: false }), good(27)] },
    /3 hours old, but it was moved or removed/,
  ],
  ['is made on request only', { mode: 'off', backups: [good(3)] }, /^Automatic backups are off\./],
] as const)('warns when a backup %s', async (_, data, text) => {
  setUp(data as unknown as Partial<BackupsData>);
  expect(await screen.findByText(text)).toBeVisible();
});

it('is started by hand, shows its progress, and offers nothing that would be refused meanwhile', async () => {
  const api = setUp();
  expect(await screen.findByText(/^No backups yet\./)).toBeVisible();
  const running = { startedAt: ago(0), by: 'Asha Rao', step: 'verifying', done: 250, of: 1000 } as const;
  api.on(contract.backups.create, () => answer({ ...automatic, running }));
  api.on(contract.backups.list, () => answer({ ...automatic, running }));
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
  const bar = await screen.findByRole('progressbar', { name: 'Checking the copy' });
  expect(bar).toHaveAttribute('aria-valuenow', '25');
  expect(screen.getByText('Checking: 250 of 1,000 documents')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
  api.on(contract.backups.list, () => answer({ ...automatic, backups: [good(0)] }));
  expect(await screen.findByText('Complete', {}, { timeout: 5_000 })).toBeVisible();
});

it('says why a backup was not started, once for a double tap', async () => {
  const api = setUp();
  api.on(contract.backups.create, () => failure('BACKUP_RUNNING'));
  await doubleTap(await screen.findByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText(/A backup is already running/)).toBeVisible();
  expect(api.requests(contract.backups.create)).toHaveLength(1);
});

it('shows the older ones on request', async () => {
  setUp({ backups: Array.from({ length: 12 }, (_, day) => good(day + 1)) });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 12' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
});

it('says who backs up a MongoDB', async () => {
  const nothing = { time: null, keep: null, folder: null, next: null };
  setUp({ mode: 'external', ...nothing });
  expect(await screen.findByText(/The operator of that server backs it up/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
});

it('can be fetched again after a failure', async () => {
  const api = fakeApi();
  api.on(contract.backups.list, () => failure('UNAVAILABLE'));
  renderApp(<Backups />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/backups' });
  expect(await screen.findByText("Couldn't load the backups")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it.each([
  [0.5, 'Less than an hour old'],
  [1, '1 hour old'],
  [47, '47 hours old'],
  [48, '2 days old'],
  [80, '3 days old'],
])('is %p hours old in words', (hours, text) => {
  const now = new Date();
  expect(ageText(new Date(now.getTime() - hours * HOUR).toISOString(), now)).toBe(text);
});
