import { useSearch } from '../shell/screenContext.ts';

const ID = /^[A-Za-z0-9][\w./-]{0,159}$/;

/**
 * The object open beside a list, in the address as `?shown=`, so that a reload and a link return to it. Closing it also removes
 * its tab.
 */
export function useShown(): [shown: string | undefined, show: (id: string | undefined) => void] {
  const [search, write] = useSearch();
  const asked = search.get('shown');
  const show = (id: string | undefined) => {
    const next = new URLSearchParams(search);
    next.delete('tab');
    if (id) next.set('shown', id);
    else next.delete('shown');
    write(next);
  };
  return [asked !== null && ID.test(asked) ? asked : undefined, show];
}
