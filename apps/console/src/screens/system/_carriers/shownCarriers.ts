import { hiddenCarriersOf, shownCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { STORED } from '@cardinal/contract/storage.ts';
import { useMemo } from 'react';
import { browser } from '../../../http/browserStore.ts';
import { useSite } from '../../../shell/site.ts';

/** The carriers this host offers; a wrong setting hides nothing and is only logged. */
export function useShownCarriers(): ReturnType<typeof shownCarriersOf> {
  const site = useSite();
  return useMemo(
    () => shownCarriersOf(hiddenCarriersOf(site, browser.read(STORED.hiddenCarriers), (why) => console.warn(why))),
    [site],
  );
}
