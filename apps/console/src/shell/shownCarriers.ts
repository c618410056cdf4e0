import { type CarrierKey, hiddenCarriersOf, shownCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { STORED } from '@cardinal/contract/storage.ts';
import { useMemo } from 'react';
import { browser } from '../http/browserStore.ts';
import { useSite } from './site.ts';

/** The carriers hidden on this host; an invalid setting hides nothing and is only logged. */
export function useHiddenCarriers(): ReadonlySet<CarrierKey> {
  const site = useSite();
  return useMemo(() => hiddenCarriersOf(site, browser.read(STORED.hiddenCarriers), (why) => console.warn(why)), [site]);
}

/** The carriers this host offers. */
export function useShownCarriers(): ReturnType<typeof shownCarriersOf> {
  const hidden = useHiddenCarriers();
  return useMemo(() => shownCarriersOf(hidden), [hidden]);
}
