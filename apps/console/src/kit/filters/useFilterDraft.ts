import { SHELL } from '@cardinal/contract/siteSettings.ts';
import { useEffect, useRef, useState } from 'react';
import { type Filters, sameFilters, withFilter } from '../listState.ts';

export type FilterDraft = {
  readonly filters: Filters;
  /** The form holds filters that are not applied yet. */
  readonly isChanged: boolean;
  change(key: string, value: string | readonly string[] | undefined): void;
  /** Applies them immediately, without the delay. */
  search(): void;
  reset(): void;
};

/**
 * The filters being typed. They are applied 600 ms after the last change, on page 1; so is clearing one. Filters from elsewhere
 * (a view, a figure, the address) replace the draft.
 */
export function useFilterDraft(
  applied: Filters,
  apply: (filters: Filters, isReset?: boolean) => void,
  isValid: (filters: Filters) => boolean,
): FilterDraft {
  const [filters, setFilters] = useState(applied);
  const lastApplied = useRef(applied);
  if (!sameFilters(lastApplied.current, applied)) {
    lastApplied.current = applied;
    if (!sameFilters(filters, applied)) setFilters(applied);
  }
  const isChanged = !sameFilters(filters, applied);
  const latest = useRef(apply);
  latest.current = apply;
  const canApply = isValid(filters);

  useEffect(() => {
    if (!isChanged || !canApply) return;
    const timer = setTimeout(() => latest.current(filters), SHELL.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [filters, isChanged, canApply]);

  return {
    filters,
    isChanged,
    change: (key, value) => setFilters((before) => withFilter(before, key, value)),
    search: () => {
      if (canApply) apply(filters);
    },
    reset: () => {
      setFilters({});
      apply({}, true);
    },
  };
}
