import {
  type Areas,
  forget,
  STORED,
  type StorageArea,
  type StoredItem,
  store,
  stored,
} from '@cardinal/contract/storage.ts';

/** The browser can refuse storage (private windows, policies): then nothing is stored and nothing fails. */
const NOTHING: StorageArea = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

function areas(): Areas {
  try {
    return { local: localStorage, session: sessionStorage };
  } catch {
    return { local: NOTHING, session: NOTHING };
  }
}

/** What the console keeps in this browser; names and places are the contract's `STORED`. */
export const browser = {
  read: <T>(item: StoredItem<T>): T | undefined => stored(areas(), item),
  write<T>(item: StoredItem<T>, value: T): void {
    try {
      store(areas(), item, value);
    } catch {
      // Storage is full or refused: the choice lasts until the page is reloaded.
    }
  },
  forget: <T>(item: StoredItem<T>): void => forget(areas(), item),
  /** The whole local storage, as the specification asks on an empty body. */
  clearLocal(): void {
    try {
      localStorage.clear();
    } catch {
      // Refused: nothing was stored.
    }
  },
};

export { STORED };
