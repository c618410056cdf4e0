const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * https anywhere; http to this machine only, for simulators, and never in production. No credentials, query or fragment.
 * Private networks are checked again at every connection.
 */
export function isAllowedAddress(address: string, isProduction: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password || url.search || url.hash) return false;
  if (isLoopback(url.hostname)) return !isProduction && (url.protocol === 'http:' || url.protocol === 'https:');
  return url.protocol === 'https:';
}
