import * as z from 'zod';
import { ruled } from './problem.ts';
import { isUnprintable, unprintable } from './string.ts';

/** Whether any text in it, including keys, cannot be stored. */
function holdsUnprintable(value: unknown): boolean {
  let isFound = false;
  JSON.stringify(value, (key, inner: unknown) => {
    isFound ||= isUnprintable(key) || (typeof inner === 'string' && isUnprintable(inner));
    return isFound ? undefined : inner;
  });
  return isFound;
}

/** Any storable JSON: without control characters and lone surrogates, which no column accepts. */
export const storableJson = z.json().check(ruled((value) => (holdsUnprintable(value) ? unprintable : undefined)));
