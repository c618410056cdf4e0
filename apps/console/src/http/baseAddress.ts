/**
 * Where calls go: the stored development host, else the address of the build, else the page's own host (`''`). A stored host
 * may omit the scheme (`127.0.0.1:9000`); an invalid address is ignored.
 */
export function baseAddress(stored: string | null | undefined, built: string | undefined, pageScheme: string): string {
  return originOf(stored, pageScheme) ?? originOf(built, pageScheme) ?? '';
}

function originOf(address: string | null | undefined, scheme: string): string | undefined {
  const written = address?.trim();
  if (!written) return undefined;
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `${scheme}//${written}`);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : undefined;
  } catch {
    return undefined;
  }
}
