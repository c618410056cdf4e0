import { splitPrefix, withPrefix } from '@cardinal/contract/routes/englishPath.ts';
import { pathOf } from '@cardinal/contract/routes/matching.ts';
import { createBrowserHistory } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { pathPrefix } from '../http/languageChoice.ts';

/**
 * The current address. Addresses inside the console never have the English prefix; it is added when writing to the history and
 * stays for the whole visit.
 */
export const history = createBrowserHistory();

/** A full path: path, query and fragment. */
export const currentFullPath = (): string => splitPrefix(history.location.href).path;

/** The address of a full path as the browser shows it: for links. */
export const hrefOf = (fullPath: string): string => withPrefix({ prefix: pathPrefix, path: fullPath });

export function navigate(fullPath: string, options: { replace?: boolean } = {}): void {
  const href = hrefOf(fullPath);
  if (href === history.location.href) return;
  if (options.replace) history.replace(href);
  else history.push(href);
}

const subscribe = (listener: () => void) => history.subscribe(listener);

export const useFullPath = (): string => useSyncExternalStore(subscribe, currentFullPath);
export const usePath = (): string => pathOf(useFullPath());

export const searchOf = (fullPath: string): URLSearchParams => {
  const at = fullPath.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : fullPath.slice(at + 1).split('#', 1)[0]);
};

let unknownPath: string | undefined;
/** The not-found page shows the requested address. */
export const rememberUnknownPath = (fullPath: string): void => {
  unknownPath = pathOf(fullPath);
};
export const lastUnknownPath = (): string | undefined => unknownPath;
