import {
  contract,
  type SecondFactorPolicy,
  type SetSecondFactorPolicyBody,
  defaultPayrollFormat,
  defaultRetention,
  type FailedMessage,
} from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import {
  AboutPage,
  AdministrationPage,
  LaboratorySettingsPage,
  NetworkSettingsPage,
  SecurityPage,
} from './settings-pages';

const noFailures = () => ({
  status: 200 as const,
  body: { ...answerPage([] as FailedMessage[]).body, emailOffered: true, waiting: 0 },
});

const retention = { ...defaultRetention, updatedBy: null, updatedAt: null, version: 1 };
const secondFactor: SecondFactorPolicy = {
  requiredRoles: [],
  graceDays: 7,
  updatedBy: null,
  updatedAt: null,
  version: 1,
};

it('has sessions and the password under Security', async () => {
  const api = fakeApi();
  api.on(contract.auth.listSessions, () => answer([]));
  renderApp(<SecurityPage />, { user: sessionUser(), at: '/settings/security' });
  expect(screen.getByRole('heading', { name: 'Your signed-in devices' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it.each([
  ['super_admin', ['Laboratory policies', 'Shifts and holidays', 'Wall displays', 'Closed books', 'Permissions']],
  ['lab_admin', ['Laboratory policies', 'Shifts and holidays', 'Wall displays', 'Permissions']],
  ['manager', ['Wall displays']],
  ['staff', []],
] as const)('leads %s to what they may set', (role, expected) => {
  renderApp(<AdministrationPage />, { user: sessionUser({ role }), at: '/settings/administration' });
  const headings = screen.queryAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(expected);
  const tab = screen.queryByRole('link', { name: 'Administration' });
  expect(tab !== null).toBe(expected.length > 0);
});

it.each([
  ['super_admin', ['Laboratory', 'Wall displays', 'Network', 'Backups', 'Administration', 'Audit log', 'Ledgers']],
  ['lab_admin', ['Laboratory', 'Wall displays', 'Administration', 'Audit log', 'Ledgers']],
  ['manager', ['Wall displays', 'Administration']],
  ['staff', []],
] as const)('shows %s the pages that are theirs', (role, expected) => {
  renderApp(<AdministrationPage />, { user: sessionUser({ role }), at: '/settings/administration' });
  const tabs = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
  const everybody = ['Preferences', 'Notifications', 'Security', 'About'];
  expect(tabs.map(({ textContent }) => textContent).filter((name) => !everybody.includes(name))).toEqual(expected);
});

it('shows the policies of the chosen laboratory, and those that only the network changes in one table', async () => {
  const [first, second] = [
    laboratory({ name: 'Park Street' }),
    laboratory({ name: 'Salt Lake', timezone: 'Asia/Dubai' }),
  ];
  const api = fakeApi();
  api.on(contract.laboratories.get, ({ params }) => answer(params.id === second._id ? second : first));
  api.on(contract.laboratories.options, () => answer([first, second]));
  api.on(contract.messages.listFailed, noFailures);
  api.on(contract.network.settings, () =>
    answer({
      variables: [{ name: 'PUBLIC_URL', value: null }],
      retention,
      secondFactor,
      laboratories: [first, second],
    }),
  );
  const { address } = renderApp(
    <>
      <LaboratorySettingsPage />
      <NetworkSettingsPage />
    </>,
    { user: sessionUser({ role: 'super_admin' }), at: '/settings/laboratory' },
  );
  expect(await screen.findByRole('heading', { name: 'Park Street' })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Laboratory'), 'Salt Lake');
  expect(await screen.findByRole('heading', { name: 'Salt Lake' })).toBeVisible();
  expect(address()).toBe(`/settings/laboratory?laboratoryId=${second._id}`);
  const row = screen.getByRole('row', { name: /Salt Lake/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '15 m',
    '4 h',
    '30 m',
    'No limit',
    '12 days',
    '12 days',
    '15 days',
    '₹50,000.00',
    '7 days',
    '1%',
    '₹100.00',
    '₹5,000.00',
    '₹50,000.00',
    '0%',
  ]);
  expect(screen.getByText('PUBLIC_URL').nextSibling).toHaveTextContent('Not set');
});

describe('the rule for second factors', () => {
  function setUp(outcome?: ReturnType<typeof failure<'OWN_SECOND_FACTOR_MISSING'>>) {
    let stored = secondFactor;
    const api = fakeApi();
    api.on(contract.messages.listFailed, noFailures);
    api.on(contract.network.settings, () =>
      answer({ variables: [], retention, secondFactor: stored, laboratories: [] }),
    );
    api.on(contract.network.setSecondFactorPolicy, ({ body }) => {
      stored = { ...stored, ...(body as SetSecondFactorPolicyBody), version: 2 };
      return outcome ?? answer(stored);
    });
    renderApp(<NetworkSettingsPage />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/network' });
    return api;
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save rule' }));

  it('offers one to everyone, until roles are chosen that need one', async () => {
    const api = setUp();
    expect(await screen.findByText('No one, but offered to everyone')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Edit rule' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Manager' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Super admin' }));
    await userEvent.clear(screen.getByLabelText('Grace period'));
    await userEvent.type(screen.getByLabelText('Grace period'), '61');
    expect(screen.getByText('Must be at most 60 days')).toBeVisible();
    await save();
    expect(api.requests(contract.network.setSecondFactorPolicy)).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Grace period'));
    await userEvent.type(screen.getByLabelText('Grace period'), '14');
    await save();
    expect(await screen.findByText('Super admin, Manager')).toBeVisible();
    expect(screen.getByText('14 days')).toBeVisible();
    const [sent] = api.requests(contract.network.setSecondFactorPolicy);
    expect(sent?.body).toEqual({ requiredRoles: ['super_admin', 'manager'], graceDays: 14, version: 1 });
  });

  it('keeps the form open where it is refused', async () => {
    const message = 'Add a second factor to your own account before you require one of your role';
    setUp(failure('OWN_SECOND_FACTOR_MISSING', { message }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit rule' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Super admin' }));
    await save();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Super admin' })).toBeChecked();
  });
});

describe('the retention', () => {
  function setUp(
    outcome?: ReturnType<typeof failure<'VERSION_CONFLICT'>>,
    user = sessionUser({ role: 'super_admin' }),
    stored = retention,
  ) {
    const api = fakeApi();
    const settings = { variables: [], retention: stored, secondFactor, laboratories: [] };
    api.on(contract.messages.listFailed, noFailures);
    api.on(contract.network.settings, () => answer(settings));
    api.on(contract.network.setRetention, () => outcome ?? answer({ ...retention, version: 2 }));
    renderApp(<NetworkSettingsPage />, { user, at: '/settings/network' });
    return api;
  }
  async function type(label: string, days: string) {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit retention' }));
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), days);
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save retention' }));

  it('asks before files are removed earlier than now', async () => {
    const api = setUp();
    await type('Report files', '90');
    await save();
    expect(api.requests(contract.network.setRetention)).toEqual([]);
    const question = screen.getByRole('alertdialog', { name: 'Remove older report files' });
    expect(question).toHaveTextContent('older than 90 days are removed tonight');
    await userEvent.click(within(question).getByRole('button', { name: 'Save and remove' }));
    expect(await screen.findByText('The retention periods were saved')).toBeVisible();
    const [sent] = api.requests(contract.network.setRetention);
    expect(sent?.body).toEqual({ notificationDays: 180, reportFileDays: 90, version: 1 });
  });

  it('is saved at once if nothing is removed, and not at all if it is out of bounds', async () => {
    const api = setUp();
    await type('Notifications', '20');
    expect(screen.getByText('Must be at least 30 days')).toBeVisible();
    await save();
    expect(api.requests(contract.network.setRetention)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Notifications'), '0');
    await save();
    expect(await screen.findByText('The retention periods were saved')).toBeVisible();
    expect(api.requests(contract.network.setRetention)[0]?.body).toMatchObject({ notificationDays: 200 });
  });

  it('keeps the form open when somebody else has changed it', async () => {
    setUp(failure('VERSION_CONFLICT', { message: 'Asha Menon changed this retention in the meantime' }));
    await type('Notifications', '365');
    await save();
    expect(await screen.findByText('Asha Menon changed this retention in the meantime')).toBeVisible();
    expect(screen.getByLabelText('Notifications')).toHaveValue('365');
  });

  it('keeps what was typed through a reload, for the version that it was typed for', async () => {
    const user = sessionUser({ role: 'super_admin' });
    setUp(undefined, user);
    await type('Notifications', '365');
    cleanup();
    const api = setUp(undefined, user, { ...retention, notificationDays: 90, version: 2 });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit retention' }));
    expect(await screen.findByText(/^Your changes from/)).toBeVisible();
    await save();
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(api.requests(contract.network.setRetention)[0]?.body).toMatchObject({ notificationDays: 365, version: 1 });
  });
});

it('says why the settings of the network are not shown', async () => {
  const api = fakeApi();
  api.on(contract.messages.listFailed, noFailures);
  api.on(contract.network.settings, () => failure('UNAVAILABLE'));
  api.on(contract.monthSheets.payrollFormat, () =>
    answer({ ...defaultPayrollFormat, updatedBy: null, updatedAt: null, version: 1 }),
  );
  renderApp(<NetworkSettingsPage />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/network' });
  expect(await screen.findByText("Couldn't load the settings")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('names the version, and fetches the licences only when they are asked for', async () => {
  const fetched = vi.fn(() =>
    Promise.resolve(Response.json([{ name: 'react', version: '19.0.0', identifier: 'MIT', text: 'MIT License' }])),
  );
  vi.stubGlobal('fetch', fetched);
  renderApp(<AboutPage />, { user: sessionUser(), at: '/settings/about' });
  expect(screen.getByText('1.0.0')).toBeVisible();
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Show licences' }));
  expect(await screen.findByText(/19\.0\.0 · MIT/)).toBeVisible();
});
