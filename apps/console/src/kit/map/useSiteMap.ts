import { readSiteMap } from '@cardinal/contract/api/settings/settings.ts';
import { BUILT_IN_MAP } from '@cardinal/contract/siteSettings.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** The map of this host; undefined until it is known, the built-in one where it cannot be read. */
export function useSiteMap() {
  const { data, error } = useQuery({
    queryKey: [readSiteMap.name],
    queryFn: ({ signal }) => call(readSiteMap, {}, { signal, isSilent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? (error ? BUILT_IN_MAP : undefined);
}
