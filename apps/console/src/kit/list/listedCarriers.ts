import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import type { CarrierKey } from '@cardinal/contract/routes/menuRules.ts';
import type { Filters } from '../listState.ts';

const FIELD = 'platform';
/** The length of a complete number in a fragment search; an IMSI is the shortest. */
const WHOLE = /^[0-9A-Za-z]{14,}$/;

/** Carriers that no list on this host shows. */
export const carriersLeftOut = (hidden: ReadonlySet<CarrierKey>): ReadonlySet<Platform> =>
  new Set(Platform.options.filter(({ key }) => hidden.has(key as CarrierKey)).map(({ value }) => value));

/**
 * The carriers to ask a list for on a host that hides some; undefined where all offered carriers are listed, since the server
 * omits the others. An explicit carrier or an exact number is never narrowed: hidden cards keep running and open by their
 * number.
 */
export function listedCarriers(
  list: ListEndpoint,
  filters: Filters,
  hidden: ReadonlySet<CarrierKey>,
  notOffered: readonly CarrierKey[],
): Filters {
  const leftOut = carriersLeftOut(hidden);
  const isExact = ([name, value]: [string, Filters[string]]) =>
    ['identifier', 'id'].includes(list.fields[name]?.kind ?? '') || (typeof value === 'string' && WHOLE.test(value));
  if ([...hidden].every((key) => notOffered.includes(key)) || !list.fields[FIELD]?.filters.includes('is')) return {};
  if (FIELD in filters || Object.entries(filters).some(isExact)) return {};
  return { [FIELD]: Platform.options.filter(({ value }) => !leftOut.has(value)).map(({ value }) => String(value)) };
}
