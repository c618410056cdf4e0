import { readSiteMap } from '@cardinal/contract/api/settings/settings.ts';
import { BUILT_IN_MAP } from '@cardinal/contract/siteSettings.ts';
import { useRead } from '../useRead.ts';

/** The map of this host; undefined until it is known, the built-in one where it cannot be read. */
export function useSiteMap() {
  const { data, error } = useRead(readSiteMap, {}, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  return data ?? (error ? BUILT_IN_MAP : undefined);
}
