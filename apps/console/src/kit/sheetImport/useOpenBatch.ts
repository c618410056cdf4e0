import { useSearch } from '../../shell/screenContext.ts';

/** The open batch, `new` for a new one: in the address, so that a reload returns to it. */
export type OpenBatch = string | undefined;

export function useOpenBatch(): [opened: OpenBatch, open: (batch: OpenBatch) => void] {
  const [search, write] = useSearch();
  const asked = search.get('batch');
  const opened = asked !== null && /^(new|[1-9]\d{0,18})$/.test(asked) ? asked : undefined;
  const open = (batch: OpenBatch) => {
    const next = new URLSearchParams(search);
    if (batch) next.set('batch', batch);
    else next.delete('batch');
    write(next);
  };
  return [opened, open];
}
