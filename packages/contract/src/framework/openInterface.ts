import type { Endpoint } from './endpoint.ts';
import { refusal } from './refusal.ts';

/** The path prefix of everything that customers' systems call. */
export const OPEN_ROOT = '/openapi/v1/';

export type OpenFacts = {
  /** Its heading in the catalogue. */
  readonly group: string;
  /** The required scope, such as `card.read`; null: every key. */
  readonly keyScope: string | null;
  /** The engine a customer subscribes to for it; null: it is free. */
  readonly engine: string | null;
  /** Of a change: 202 if it is only accepted and its result is polled later. */
  readonly success: 200 | 202;
};

/**
 * An operation of the open API: an endpoint whose caller signs with a key. The key's account needs its permission, the key its
 * `keyScope`. It returns plain JSON with real HTTP statuses.
 */
export type OpenInterface<E extends Endpoint = Endpoint> = E & { readonly open: OpenFacts };

export function openInterface<E extends Endpoint>(
  endpoint: E,
  open: Partial<OpenFacts> & Pick<OpenFacts, 'group'>,
): OpenInterface<E> {
  if (!endpoint.path.startsWith(OPEN_ROOT)) throw new Error(`${endpoint.name} does not stand under ${OPEN_ROOT}`);
  return { ...endpoint, open: { keyScope: null, engine: null, success: 200, ...open } };
}

export const scopeMissing = refusal(
  '4030904',
  'keyScopeMissing',
  '该密钥没有权限 {scope}，请联系其管理员授予',
  'This key does not have the scope {scope}; ask its administrator to grant it',
  403,
);
