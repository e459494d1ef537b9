import { contract, type Report, type ReportDrift, type SessionUser } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveSocket } from '../../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render-app';
import { reportsLive } from '../reports.resource';
import { FilesPage } from './files-page';

// jsdom's Blob is not the one of a fetched answer.
const saved = vi.hoisted(() => vi.fn<(answer: { headers: Headers }, name: string) => void>());
vi.mock('../../../lib/save-file', () => ({ saveAnswer: saved }));

const howrah = laboratory({ name: 'Shifa Howrah' });
const id = '65f000000000000000000001';
const file = new Blob(['PK'], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });

const report = (overrides: Partial<Report> = {}): Report => ({
  _id: id,
  kind: 'financial',
  from: '2026-10-01',
  to: '2026-10-31',
  laboratory: null,
  by: { _id: '65f000000000000000000002', name: 'Asha Sen' },
  scheduled: false,
  scheduleName: null,
  status: 'done',
  reason: null,
  rows: 1234,
  sizeBytes: 40_000,
  fileName: 'financial-2026-10-01-to-2026-10-31.xlsx',
  createdAt: '2026-11-20T09:00:00.000Z',
  finishedAt: '2026-11-20T09:00:02.000Z',
  expiresAt: '2027-05-19T09:00:00.000Z',
  actions: { download: { allowed: true }, compare: { allowed: true } },
  ...overrides,
});

type SetUp = { at?: string; user?: SessionUser; reports?: Report[] };

function setUp({ at = '/reports/files', user = sessionUser({ role: 'super_admin' }), reports = [] }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([howrah]));
  api.on(contract.reports.history, () => answerPage(reports));
  const view = renderApp(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <FilesPage />
    </>,
    { user, at },
  );
  const socket = new FakeSocket();
  reportsLive(socket as object as LiveSocket, view.queryClient);
  const generated = () => api.requests(contract.reports.generateExcel);
  return { ...view, api, socket, generated };
}

const generate = () => screen.getByRole('button', { name: 'Generate Excel file' });

/** An answer whose headers have arrived and whose file has not, until it is ended or given up. */
function slowFile() {
  let end = () => undefined as unknown;
  const original = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.endsWith('/generate-excel')) return original(path, init);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        end = () => controller.close();
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    const headers = { 'content-type': file.type, 'content-disposition': 'attachment', 'x-report-id': id };
    requests.push(init);
    return Promise.resolve(new Response(body, { headers }));
  });
  const requests: RequestInit[] = [];
  return { end: () => end(), requests };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  saved.mockReset();
  vi.useRealTimers();
});

describe('generating an Excel file', () => {
  it('asks for the chosen report, period and laboratory, and saves the file', async () => {
    const { api, generated } = setUp({
      at: `/reports/files?report=staff&period=last_month&reportLaboratory=${howrah._id}`,
    });
    api.on(contract.reports.generateExcel, () => ({ status: 200, body: file }));
    await userEvent.click(generate());
    expect(await screen.findByText('The Excel file was saved to your downloads')).toBeVisible();
    expect(generated()[0]?.body).toEqual({
      kind: 'staff',
      from: '2026-10-01',
      to: '2026-10-31',
      laboratoryId: howrah._id,
    });
    expect(saved).toHaveBeenCalledOnce();
    expect(api.requests(contract.reports.history).length).toBeGreaterThan(1);
  });

  it('keeps the choice in the address', async () => {
    const { address } = setUp();
    await userEvent.click(screen.getByRole('radio', { name: 'Inventory' }));
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last month');
    await userEvent.selectOptions(await screen.findByLabelText('Laboratory'), 'Shifa Howrah');
    expect(address()).toBe(`/reports/files?period=last_month&report=inventory&reportLaboratory=${howrah._id}`);
  });

  it('shows the progress of this report, and starts no second one', async () => {
    const { socket } = setUp();
    const { requests } = slowFile();
    await userEvent.dblClick(generate());
    const bar = await screen.findByRole('progressbar', { name: 'Generating the report' });
    expect(bar).not.toHaveAttribute('aria-valuenow');
    const progress = { kind: 'financial', status: 'running', totalRows: 4000, at: '2026-11-21T09:00:01.000Z' };
    act(() => socket.receive('report:progress', { ...progress, _id: '65f000000000000000000009', rows: 3000 }));
    act(() => socket.receive('report:progress', { ...progress, _id: id, rows: 1000 }));
    expect(await screen.findByText('1,000 of 4,000 rows')).toBeVisible();
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    expect(requests).toHaveLength(1);
  });

  it('aborts the request when it is cancelled, and says so', async () => {
    setUp();
    const { requests } = slowFile();
    await userEvent.click(generate());
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The report was cancelled. No file was saved.')).toBeVisible();
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(saved).not.toHaveBeenCalled();
    expect(generate()).toBeEnabled();
  });

  it('asks before the page is left, and cancels when that is confirmed', async () => {
    const { address } = setUp();
    const { requests } = slowFile();
    await userEvent.click(generate());
    await screen.findByRole('progressbar', { name: 'Generating the report' });
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(address()).toBe('/reports/files');
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave while the file is generated' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel and leave' }));
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(address()).toBe('/elsewhere');
  });

  it('says beside the period that the report is too large, until the period changes', async () => {
    const { api } = setUp();
    const message = 'There are 120,000 entries, but a report can hold at most 100,000. Choose a shorter period.';
    api.on(contract.reports.generateExcel, () => failure('REPORT_TOO_LARGE', { message }));
    await userEvent.click(generate());
    const period = screen.getByRole('region', { name: 'Period and filters' });
    expect(await within(period).findByRole('alert')).toHaveTextContent(message);
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last month');
    expect(within(period).queryByRole('alert')).toBeNull();
  });

  it('says who may generate one', () => {
    setUp({ user: sessionUser({ role: 'staff' }) });
    expect(generate()).toHaveAttribute('aria-disabled', 'true');
    expect(generate()).toHaveAccessibleDescription(/super admin/i);
  });
});

describe('the generated files', () => {
  const openMenu = async (name: RegExp) => {
    await userEvent.click(await screen.findByRole('button', { name }));
  };
  const ofOctober = /^Actions for Financial, October 2026, All laboratories/;

  it('are listed, narrowed, and updated while they are generated', async () => {
    const { socket, api } = setUp({
      at: `/reports/files?kind=financial&scheduled=true&laboratoryId=${howrah._id}`,
      reports: [report({ status: 'running', rows: 0, sizeBytes: 0, actions: {}, scheduleName: 'Monthly money' })],
    });
    expect(await screen.findByText('Being generated')).toBeVisible();
    expect(screen.getByText('Schedule: Monthly money')).toBeVisible();
    expect(Object.fromEntries(api.requests(contract.reports.history)[0]?.query ?? [])).toMatchObject({
      kind: 'financial',
      scheduled: 'true',
      laboratoryId: howrah._id,
    });
    const event = {
      _id: id,
      kind: 'financial',
      status: 'running',
      rows: 10,
      totalRows: 4000,
      at: '2026-11-21T09:00:01.000Z',
    };
    act(() => socket.receive('report:progress', event));
    await waitFor(() => expect(api.requests(contract.reports.history)).toHaveLength(2));
    await screen.findByText('Being generated');
    act(() => socket.receive('report:progress', { ...event, rows: 2000 }));
    expect(await screen.findByText('2,000')).toBeVisible();
    api.on(contract.reports.history, () => answerPage([report({ rows: 4000 })]));
    act(() => socket.receive('report:progress', { ...event, status: 'done', rows: 4000 }));
    expect(await screen.findByText('Ready')).toBeVisible();
  });

  it('can be downloaded again', async () => {
    const { api } = setUp({ reports: [report()] });
    api.on(contract.reports.file, () => ({ status: 200, body: file }));
    await openMenu(ofOctober);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Download again' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.lastCall?.[1]).toBe('financial-2026-10-01-to-2026-10-31.xlsx');
    expect(api.requests(contract.reports.file)[0]?.params).toEqual({ id });
  });

  it('say when the file is no longer kept', async () => {
    setUp({ reports: [report({ actions: {} })] });
    expect(await screen.findByText('File removed')).toBeVisible();
  });

  const drift: ReportDrift = {
    comparedAt: '2026-11-21T09:00:00.000Z',
    sheets: [
      { name: 'Summary', rows: 3, added: 0, removed: 0, changed: 0 },
      { name: 'Transactions', rows: 20, added: 600, removed: 0, changed: 1 },
    ],
    rows: [
      {
        sheet: 'Transactions',
        key: ['SLT-2026-000012'],
        change: 'changed',
        cells: [
          { field: 'Status', kind: 'text', before: 'Pending', after: 'Approved' },
          { field: 'Approved on', kind: 'day', before: '', after: '2026-11-02' },
          { field: 'Amount', kind: 'amount', before: 1250.5, after: 125000 },
          { field: 'Entries', kind: 'count', before: 1250, after: 1251 },
        ],
      },
    ],
  };
  const compare = async (given: () => ReturnType<typeof answer<ReportDrift>> | ReturnType<typeof failure>) => {
    const { api } = setUp({ reports: [report()] });
    api.on(contract.reports.drift, given as never);
    await openMenu(ofOctober);
    await userEvent.click(screen.getByRole('menuitem', { name: 'What changed since' }));
    return screen.findByRole('dialog', { name: 'What changed since' });
  };

  it('are compared with the present data, sheet by sheet and row by row', async () => {
    const dialog = await compare(() => answer(drift));
    expect(await within(dialog).findByRole('row', { name: 'Transactions 20 600 0 1' })).toBeVisible();
    const row = within(dialog).getByRole('listitem');
    expect(row).toHaveTextContent('ChangedSLT-2026-000012');
    expect(row).toHaveTextContent('StatusPending → Approved');
    expect(row).toHaveTextContent('Approved onblank → Nov 2, 2026');
    expect(row).toHaveTextContent('Amount₹1,250.50 → ₹125,000.00');
    expect(row).toHaveTextContent('Entries1,250 → 1,251');
    expect(dialog).toHaveTextContent('The first 1 of 601 changes are listed.');
  });

  it('say when nothing has changed', async () => {
    const dialog = await compare(() => answer({ ...drift, sheets: drift.sheets.slice(0, 1), rows: [] }));
    expect(await within(dialog).findByText('Nothing has changed since this report was generated.')).toBeVisible();
  });

  it('say when there is nothing left to compare with', async () => {
    const dialog = await compare(() => failure('REPORT_FILE_GONE'));
    expect(await within(dialog).findByText("This report's file was removed. Generate it again.")).toBeVisible();
  });
});
