import type { RouteMatch } from '@cardinal/contract/routes/matching.ts';
import { createContext, use } from 'react';
import { navigate, searchOf } from './navigation.ts';

export type ScreenPlace = {
  readonly path: string;
  /** The address with its query: the current one while the screen is shown, its last one while it is kept alive. */
  readonly fullPath: string;
  readonly match: RouteMatch;
};

export const ScreenContext = createContext<ScreenPlace | undefined>(undefined);

export function usePlace(): ScreenPlace {
  const place = use(ScreenContext);
  if (!place) throw new Error('Only a screen has a place');
  return place;
}

/** The parameters of the address: `const { cid } = useParameters();` */
export const useParameters = (): Readonly<Record<string, string>> => usePlace().match.parameters;

/** The query of the address. */
export function useSearch(): [URLSearchParams, (next: URLSearchParams) => void] {
  const { path, fullPath } = usePlace();
  const write = (next: URLSearchParams) => {
    const query = next.toString();
    navigate(query ? `${path}?${query}` : path, { replace: true });
  };
  return [searchOf(fullPath), write];
}
