import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { ALWAYS_HIDDEN_CARRIER, type CarrierKey } from '@cardinal/contract/routes/menuRules.ts';
import type { Filters } from '../listState.ts';

const FIELD = 'platform';

/** Carriers this host hides and others do not: here nothing lists them. */
export const carriersLeftOut = (hidden: ReadonlySet<CarrierKey>): ReadonlySet<Platform> =>
  new Set(
    Platform.options
      .filter(({ key }) => key !== ALWAYS_HIDDEN_CARRIER && hidden.has(key as CarrierKey))
      .map(({ value }) => value),
  );

/**
 * The carriers a list is asked for on a host that hides some; nothing where it lists them all. Whoever asks for a carrier,
 * or for something by its exact number, gets what is asked for: its cards run on, and open by their number.
 */
export function listedCarriers(list: ListEndpoint, filters: Filters, hidden: ReadonlySet<CarrierKey>): Filters {
  const leftOut = carriersLeftOut(hidden);
  const isExact = (name: string) => ['identifier', 'id'].includes(list.fields[name]?.kind ?? '');
  if (leftOut.size === 0 || !list.fields[FIELD]?.filters.includes('is')) return {};
  if (Object.keys(filters).some((name) => name === FIELD || isExact(name))) return {};
  return { [FIELD]: Platform.options.filter(({ value }) => !leftOut.has(value)).map(({ value }) => String(value)) };
}
