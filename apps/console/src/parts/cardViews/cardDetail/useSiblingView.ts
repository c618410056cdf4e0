import { comesFromSiblingList } from '@cardinal/contract/storage.ts';
import { useEffect, useState } from 'react';
import { browser, STORED } from '../../../http/browserStore.ts';
import { usePlace } from '../../../shell/screenContext.ts';

const SIBLING_LIST = '/partner/cardTransactionSituation';

/**
 * Whether this card was opened from the trades between partners. The shell sets its flag in the commit that shows the
 * screen, so it is read right after: undefined until then, and nothing is asked of the server before.
 */
export function useSiblingView(): boolean | undefined {
  const { path } = usePlace();
  const [isSibling, setIsSibling] = useState<boolean>();
  useEffect(() => {
    setIsSibling(comesFromSiblingList(SIBLING_LIST, path) && browser.read(STORED.fromSiblingList) === '1');
  }, [path]);
  return isSibling;
}
