import {
  type Areas,
  forget,
  STORED,
  type StorageArea,
  type StoredItem,
  store,
  stored,
} from '@cardinal/contract/storage.ts';

/** Storage can be refused by the browser (private windows, policies): then nothing is kept and nothing breaks. */
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
      // Full or refused: the choice lasts as long as the page.
    }
  },
  forget: <T>(item: StoredItem<T>): void => forget(areas(), item),
  /** The whole local storage, as the specification asks on an empty body. */
  clearLocal(): void {
    try {
      localStorage.clear();
    } catch {
      // Refused: there was nothing.
    }
  },
};

export { STORED };
