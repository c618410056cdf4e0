/** The same routes exist under this prefix; there the console is in English and offers the language switch. */
export const ENGLISH_PREFIX = '/en';

export type PrefixedPath = { readonly prefix: '' | typeof ENGLISH_PREFIX; readonly path: string };

/** Removes the prefix from a full path: `/en/login?x=1` is `/login?x=1` in English; `/english` is no English path. */
export function splitPrefix(fullPath: string): PrefixedPath {
  const isEnglish = fullPath === ENGLISH_PREFIX || /^\/en[/?#]/.test(fullPath);
  if (!isEnglish) return { prefix: '', path: fullPath };
  const rest = fullPath.slice(ENGLISH_PREFIX.length);
  return { prefix: ENGLISH_PREFIX, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Adds the prefix again, so that redirects and links stay under it. */
export const withPrefix = ({ prefix, path }: PrefixedPath): string =>
  prefix === '' ? path : path === '/' ? prefix : `${prefix}${path}`;
