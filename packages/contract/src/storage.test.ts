import { expect, test } from 'vitest';
import { type Areas, comesFromSiblingList, forget, STORED, type StorageArea, store, stored } from './storage.ts';

function area(): StorageArea & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
}

const areas = () => ({ local: area(), session: area() }) satisfies Areas;

test('names and places are fixed', () => {
  const places = Object.fromEntries(Object.values(STORED).map(({ name, area }) => [name, area]));
  expect(places).toEqual({
    token: 'local',
    viewToken: 'session',
    customerId: 'local',
    language: 'local',
    devHost: 'local',
    rememberedAccount: 'local',
    company: 'local',
    signInFlow: 'session',
    device: 'local',
    theme: 'local',
    permissions: 'session',
    hiddenCarriers: 'session',
    fromSiblingList: 'session',
  });
});

test('what is stored is read again, in its own area', () => {
  const browser = areas();
  store(browser, STORED.token, 'abc');
  store(browser, STORED.language, 'en');
  store(browser, STORED.permissions, ['flowCard.stop', 'tagManagement.set']);
  expect(stored(browser, STORED.token)).toBe('abc');
  expect(stored(browser, STORED.permissions)).toEqual(['flowCard.stop', 'tagManagement.set']);
  expect([...browser.local.kept]).toEqual([
    ['token', 'abc'],
    ['language', 'en'],
  ]);
  expect([...browser.session.kept.keys()]).toEqual(['permissions']);
  forget(browser, STORED.token);
  expect(stored(browser, STORED.token)).toBeUndefined();
});

test('a hand-edited value is as good as none', () => {
  const browser = areas();
  for (const raw of ['', 'fr', 'EN']) {
    browser.local.setItem('language', raw);
    expect(stored(browser, STORED.language)).toBeUndefined();
  }
  for (const raw of ['', '{', '{}', '[1]', 'null']) {
    browser.session.setItem('permissions', raw);
    expect(stored(browser, STORED.permissions)).toBeUndefined();
  }
  browser.local.setItem('token', '');
  expect(stored(browser, STORED.token)).toBeUndefined();
});

test('the sibling flag is set on one way only', () => {
  const trades = '/partner/cardTransactionSituation';
  for (const carrier of ['Lt', 'Yd', 'Dx']) {
    expect(comesFromSiblingList(trades, `/cardsManagement/cardDetail${carrier}`)).toBe(true);
  }
  for (const other of ['cardDetailGj', 'cardDetailLts', 'flowCardManagement']) {
    expect(comesFromSiblingList(trades, `/cardsManagement/${other}`)).toBe(false);
  }
  expect(comesFromSiblingList('/partner/partnerFind', '/cardsManagement/cardDetailLt')).toBe(false);
  expect(comesFromSiblingList(trades, '/poolManagement/cardDetailLt')).toBe(false);
});
