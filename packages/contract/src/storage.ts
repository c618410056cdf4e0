import { LANGUAGES, type Language } from '@cardinal/primitives/text.ts';

/** The shared part of `localStorage` and `sessionStorage`. */
export type StorageArea = {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
};

/** One stored value in the browser: where, under which name, and in which format. */
export type StoredItem<T> = {
  readonly area: 'local' | 'session';
  readonly name: string;
  /** Undefined for an invalid value: reading never fails on a hand-edited one. */
  read(raw: string): T | undefined;
  write(value: T): string;
};

const asWritten = (area: StoredItem<string>['area'], name: string): StoredItem<string> => ({
  area,
  name,
  read: (raw) => (raw === '' ? undefined : raw),
  write: (value) => value,
});

const oneOf = <const V extends string>(
  area: StoredItem<V>['area'],
  name: string,
  allowed: readonly V[],
): StoredItem<V> => ({
  area,
  name,
  read: (raw) => allowed.find((value) => value === raw),
  write: (value) => value,
});

const wordList = (area: StoredItem<string[]>['area'], name: string): StoredItem<string[]> => ({
  area,
  name,
  read(raw) {
    try {
      const given: unknown = JSON.parse(raw);
      return Array.isArray(given) && given.every((each) => typeof each === 'string') ? given : undefined;
    } catch {
      return undefined;
    }
  },
  write: (value) => JSON.stringify(value),
});

/**
 * Everything kept in the browser, and nothing else is. Never a password. An answer whose whole body is `{}` clears the
 * local ones, the language included.
 */
export const STORED = {
  /** The opaque session token, sent as the Authorization header. */
  token: asWritten('local', 'token'),
  /** The session token of a customer's view: while set, this tab sends it instead of `token`. */
  viewToken: asWritten('session', 'viewToken'),
  /** Selects the dashboard's layout and the entries of customer 3; the server uses the account's own customer. */
  customerId: asWritten('local', 'customerId'),
  language: oneOf<Language>('local', 'language', LANGUAGES),
  /** Where calls go instead of the page's own host: an origin such as `http://127.0.0.1:8080`. */
  devHost: asWritten('local', 'devHost'),
  /** The account name the login form starts with, where «remember» was chosen. */
  rememberedAccount: asWritten('local', 'rememberedAccount'),
  /** The company code of the last single sign-on: the login page then starts with its providers. */
  company: asWritten('local', 'company'),
  /** A single sign-on under way, as a query string: what only this tab knows, and where to go afterwards. */
  signInFlow: asWritten('session', 'signInFlow'),
  /** What signing in returned, whoever did: shows the server that this browser is no stranger to an account. */
  device: {
    area: 'local',
    name: 'device',
    read: (raw) => (/^[\w-]{43}$/.test(raw) ? raw : undefined),
    write: (value) => value,
  } satisfies StoredItem<string> as StoredItem<string>,
  theme: oneOf('local', 'theme', ['light', 'dark', 'system']),
  /** The union of the permissions of all routes and of the login, for buttons. */
  permissions: wordList('session', 'permissions'),
  /** JSON list of carrier keys hidden besides the host's, on test hosts only; read by `hiddenCarriersOf`. */
  hiddenCarriers: asWritten('session', 'hiddenCarriers'),
  /** Set on the way from the partner card trades to a card page of Lt, Yd or Dx. */
  fromSiblingList: oneOf('session', 'fromSiblingList', ['1']),
} as const;

export type Areas = { readonly local: StorageArea; readonly session: StorageArea };

/** Reads an item; an unreadable value counts as missing. */
export function stored<T>(areas: Areas, item: StoredItem<T>): T | undefined {
  const raw = areas[item.area].getItem(item.name);
  return raw === null ? undefined : item.read(raw);
}

export function store<T>(areas: Areas, item: StoredItem<T>, value: T): void {
  areas[item.area].setItem(item.name, item.write(value));
}

export function forget<T>(areas: Areas, item: StoredItem<T>): void {
  areas[item.area].removeItem(item.name);
}

const SIBLING_LIST = '/partner/cardTransactionSituation';
const SIBLING_DETAILS: readonly string[] = [
  '/cardsManagement/cardDetailLt',
  '/cardsManagement/cardDetailYd',
  '/cardsManagement/cardDetailDx',
];

/** Whether this step of navigation sets the sibling flag; both are bare paths. */
export const comesFromSiblingList = (from: string, to: string): boolean =>
  from === SIBLING_LIST && SIBLING_DETAILS.includes(to);
