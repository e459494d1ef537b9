import type { Preferences, SessionUser } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type Person, TestApp } from '../../../test/test-app';
import { movePreferences } from '../staff/migrations';

describe('preferences', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const get = async (person: Person) => {
    const response = await app.as(person).get('/api/preferences').expect(200);
    return (response.body as { data: Preferences }).data;
  };
  const set = (person: Person, grid: string, body: object) =>
    app.as(person).put(`/api/preferences/grids/${grid}`).send(body);
  const view = (name: string) => ({ name, query: '?status=active&sort=-name' });

  it('are empty at first, and then what was last said of each part of a list', async () => {
    const person = await app.person('staff');
    expect(await get(person)).toEqual({ grids: {} });
    await set(person, 'staff', { hiddenColumns: ['email'], views: [view('Active')] }).expect(200);
    await set(person, 'laboratories', { views: [view('Mine')] }).expect(200);
    const response = await set(person, 'staff', { hiddenColumns: ['phone'] }).expect(200);
    const expected = {
      grids: {
        laboratories: { hiddenColumns: [], views: [view('Mine')] },
        staff: { hiddenColumns: ['phone'], views: [view('Active')] },
      },
    };
    expect((response.body as { data: Preferences }).data).toEqual(expected);
    expect(await get(person)).toEqual(expected);
  });

  it('of lists stay when those of notifications change', async () => {
    const person = await app.person('staff');
    const grid = { hiddenColumns: ['phone'], views: [] };
    await set(person, 'staff', grid).expect(200);
    const muted = { muted: ['absent'], quietHours: null };
    await app.as(person).put('/api/notifications/preferences').send(muted).expect(200);
    expect(await get(person)).toEqual({ grids: { staff: grid } });
  });

  it('are one’s own', async () => {
    const [one, other] = [await app.person('staff'), await app.person('super_admin')];
    await set(one, 'staff', { hiddenColumns: ['email'] }).expect(200);
    expect(await get(other)).toEqual({ grids: {} });
  });

  it('of different lists do not get in each other’s way, from however many tabs', async () => {
    const person = await app.person('staff');
    const grids = ['staff', 'laboratories', 'inventory', 'finances'];
    const answers = await Promise.all(grids.map((grid) => set(person, grid, { hiddenColumns: [grid] })));
    expect(answers.map(({ status }) => status)).toEqual(grids.map(() => 200));
    expect(Object.keys((await get(person)).grids).sort()).toEqual([...grids].sort());
  });

  it('are no change of the person: neither version nor history moves', async () => {
    const person = await app.person('staff');
    const connection = app.services.get<Connection>(getConnectionToken());
    const audit = () => connection.collection('audit').countDocuments({ entityId: person.user._id });
    const before = await audit();
    await set(person, 'staff', {}).expect(200);
    const row = await connection.collection('users').findOne({ _id: person.user._id });
    expect(row).toMatchObject({ version: 1, updatedAt: person.user.updatedAt });
    expect(await audit()).toBe(before);
  });

  it('are kept of fifty lists; the one untouched the longest gives way', async () => {
    const person = await app.person('staff');
    const name = (index: number) => `list-${String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26))}`;
    for (let index = 0; index < 50; index += 1) await set(person, name(index), {}).expect(200);
    await set(person, name(0), { hiddenColumns: ['email'] }).expect(200);
    await set(person, 'one-more', {}).expect(200);
    const { grids } = await get(person);
    expect(Object.keys(grids)).toHaveLength(50);
    expect(grids).toHaveProperty(name(0));
    expect(grids).not.toHaveProperty(name(1));
  });

  it('take at most 64 kB in all, and what is stored already stays', async () => {
    const person = await app.person('staff');
    const large = (index: number) => ({ name: `View ${index}`, query: '?'.padEnd(2_000, 'é') });
    const views = (count: number) => Array.from({ length: count }, (_, index) => large(index));
    await set(person, 'staff', { views: views(10) }).expect(200);
    const response = await set(person, 'laboratories', { views: views(10) }).expect(400);
    const { code, errors } = response.body as { code: string; errors: { field: string; message: string }[] };
    expect(code).toBe('PREFERENCES_TOO_LARGE');
    expect(errors.map(({ field }) => field)).toEqual(['views']);
    expect(errors[0]?.message).toMatch(/^Your saved lists can take up 64 kB in total and would take up 79 kB/);
    await set(person, 'laboratories', { views: views(5) }).expect(200);
    expect(Object.keys((await get(person)).grids).sort()).toEqual(['laboratories', 'staff']);
  });

  it('are not part of the account, so that no list of people reads them', async () => {
    const person = await app.person('staff');
    await set(person, 'staff', { views: [view('Active')] }).expect(200);
    await app.as(person).put('/api/preferences/display').send({ theme: 'dark' }).expect(200);
    const connection = app.services.get<Connection>(getConnectionToken());
    const account = await connection.collection('users').findOne({ _id: person.user._id });
    expect(account?.['preferences']).toEqual({});
  });

  it('stored in accounts by earlier versions are moved, the latest lists as far as they fit', async () => {
    const [person, greedy] = [await app.person('staff'), await app.person('staff')];
    const connection = app.services.get<Connection>(getConnectionToken());
    const [users, preferences] = ['users', 'preferences'].map((name) => connection.collection(name));
    const notifications = { muted: ['late_arrival'], quietHours: null };
    const grids = { staff: { hiddenColumns: ['email'], views: [] } };
    const stored = { display: { theme: 'dark' }, notifications, grids };
    await users?.updateOne({ _id: person.user._id }, { $set: { preferences: stored } });
    const list = (views: number) => ({
      hiddenColumns: [],
      views: Array.from({ length: views }, (_, index) => ({ name: `View ${index}`, query: 'x'.repeat(2_000) })),
    });
    const tooMuch = { grids: { first: list(20), second: list(20), third: list(10) } };
    await users?.updateOne({ _id: greedy.user._id }, { $set: { preferences: tooMuch } });
    for (let run = 0; run < 2; run += 1) await movePreferences.up(connection, new AbortController().signal);
    expect(await preferences?.findOne({ _id: person.user._id })).toMatchObject({ display: { theme: 'dark' }, grids });
    expect((await users?.findOne({ _id: person.user._id }))?.['preferences']).toEqual({ notifications });
    expect(Object.keys((await get(greedy)).grids)).toEqual(['second', 'third']);
  });

  describe('of the display', () => {
    const shown = async (person: Person) => {
      const response = await app.as(person).get('/api/auth/me').expect(200);
      return (response.body as { data: { user: SessionUser } }).data.user.display;
    };
    const defaults = {
      theme: null,
      density: 'comfortable',
      dateStyle: 'month-first',
      indianDigits: false,
      startPage: '/dashboard',
    };

    it('are the formats of the product at first, then one’s own, and leave the lists alone', async () => {
      const person = await app.person('staff');
      await set(person, 'staff', { hiddenColumns: ['email'] }).expect(200);
      expect(await shown(person)).toEqual(defaults);
      const own = { ...defaults, theme: 'dark', indianDigits: true, startPage: '/attendance' };
      await app.as(person).put('/api/preferences/display').send(own).expect(200);
      expect(await shown(person)).toEqual(own);
      expect((await get(person)).grids).toHaveProperty('staff');
      expect(await shown(await app.person('staff'))).toEqual(defaults);
    });

    it('change one by one, as another tab may know none of the other choices', async () => {
      const person = await app.person('staff');
      const choices = [{ theme: 'dark' }, { density: 'compact' }, { dateStyle: 'iso' }];
      await Promise.all(
        choices.map((choice) => app.as(person).put('/api/preferences/display').send(choice).expect(200)),
      );
      expect(await shown(person)).toEqual({ ...defaults, theme: 'dark', density: 'compact', dateStyle: 'iso' });
    });

    it.each([
      [{ theme: 'pink' }, 'theme'],
      [{ density: 'tiny' }, 'density'],
      [{ indianDigits: 'yes' }, 'indianDigits'],
      [{ startPage: '//elsewhere.example' }, 'startPage'],
      [{ startPage: 'javascript:alert(1)' }, 'startPage'],
    ])('refuse %j on the field', async (body, field) => {
      const response = await app
        .as(await app.person('staff'))
        .put('/api/preferences/display')
        .send(body)
        .expect(400);
      expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field }] });
    });
  });

  it.each([
    ['Staff', {}, 'grid'],
    ['staff', { views: [view('Active'), view('active')] }, 'views'],
    ['staff', { views: Array.from({ length: 21 }, (_, index) => view(`View ${index}`)) }, 'views'],
    ['staff', { hiddenColumns: [1] }, 'hiddenColumns.0'],
  ])('refuse %s %j on the field', async (grid, body, field) => {
    const response = await set(await app.person('staff'), grid, body).expect(400);
    expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field }] });
  });
});
