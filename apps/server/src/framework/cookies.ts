/** The session of an end user; its path is that of one public account. */
export const END_USER_COOKIE = 'h5';

/** The value of a cookie; the first one counts. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}

/** A cookie no script can read and no other site's request carries. */
export const cookieText = (
  name: string,
  value: string,
  of: { readonly path: string; readonly seconds: number; readonly isSecure: boolean },
): string =>
  `${name}=${value}; Path=${of.path}; Max-Age=${of.seconds}; HttpOnly; SameSite=Lax${of.isSecure ? '; Secure' : ''}`;
