import { sessionUser } from '@shifa/contract/testing';
import { describe, expect, it, vi } from 'vitest';
import { drafts } from './drafts';
import { SessionStore } from './session';

const otherTab = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

describe('a session', () => {
  it('begins unknown when a token is stored, and signed out otherwise', () => {
    expect(new SessionStore().current()).toEqual({ status: 'signed-out', reason: 'none' });
    localStorage.setItem('token', 'abc');
    expect(new SessionStore().current()).toEqual({ status: 'checking' });
  });

  it('stores token and user at sign-in and removes both at the end', () => {
    const store = new SessionStore();
    const told = vi.fn();
    store.subscribe(told);
    const user = sessionUser();
    store.start('abc', user);
    expect(localStorage.getItem('token')).toBe('abc');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
    expect(store.current()).toEqual({ status: 'signed-in', user });
    store.end('left');
    expect(localStorage).toHaveLength(0);
    expect(store.current()).toEqual({ status: 'signed-out', reason: 'left' });
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('keeps the drafts of the person who comes back, and removes those of anybody else', () => {
    const store = new SessionStore();
    const [first, second] = [sessionUser(), sessionUser()];
    const name = { owner: first._id, form: 'staff:new' };
    const draft = { path: '/staff', base: {}, version: undefined, values: {}, key: 'k', at: '2026-11-24T09:00:00Z' };
    store.start('abc', first);
    drafts.write(name, draft);
    store.end('expired');
    expect(store.owner()).toBe(first._id);
    store.start('abc', first);
    expect(drafts.read(name)).toEqual(draft);
    store.end('expired');
    store.start('def', second);
    expect(Object.keys(sessionStorage)).toEqual([]);
    store.start('abc', first);
    expect(drafts.read(name)).toBeUndefined();
  });

  it('knows after a reload whose it was', () => {
    const user = sessionUser();
    new SessionStore().start('abc', user);
    const reloaded = new SessionStore();
    reloaded.end('expired');
    expect(reloaded.owner()).toBe(user._id);
  });

  it('ends in every tab when it ends in one', () => {
    const store = new SessionStore();
    const stop = store.followOtherTabs();
    store.start('abc', sessionUser());
    localStorage.removeItem('token');
    otherTab('token');
    expect(store.current()).toEqual({ status: 'signed-out', reason: 'left' });
    stop();
  });

  it('tells every tab why it ended', () => {
    const store = new SessionStore();
    const stop = store.followOtherTabs();
    store.start('abc', sessionUser());
    const told = (key: string, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
    told('session-ended', 'expired');
    localStorage.clear();
    told('token', null);
    expect(store.current()).toEqual({ status: 'signed-out', reason: 'expired' });
    store.start('abc', sessionUser());
    told('session-ended', 'expired Your account is suspended.');
    localStorage.clear();
    told('token', null);
    expect(store.current()).toMatchObject({ reason: 'expired', message: 'Your account is suspended.' });
    stop();
  });

  it('ends when another tab clears the whole storage', () => {
    const store = new SessionStore();
    const stop = store.followOtherTabs();
    store.start('abc', sessionUser());
    localStorage.clear();
    otherTab(null);
    expect(store.current().status).toBe('signed-out');
    stop();
  });

  it('learns what another tab has stored already', () => {
    const user = sessionUser();
    const [first, second] = [new SessionStore(), new SessionStore()];
    first.start('abc', user);
    second.update(user);
    const changed = { ...user, name: 'Asha Pillai' };
    second.update(changed);
    first.update(changed);
    expect(first.current()).toEqual({ status: 'signed-in', user: changed });
  });

  it('asks again who it is when another tab signed in', () => {
    const store = new SessionStore();
    const stop = store.followOtherTabs();
    localStorage.setItem('token', 'another');
    otherTab('token');
    expect(store.current()).toEqual({ status: 'checking' });
    stop();
  });

  it('does not care for other keys, nor for anything once it stopped following', () => {
    const store = new SessionStore();
    const stop = store.followOtherTabs();
    store.start('abc', sessionUser());
    otherTab('theme');
    expect(store.current().status).toBe('signed-in');
    stop();
    localStorage.removeItem('token');
    otherTab('token');
    expect(store.current().status).toBe('signed-in');
  });
});
