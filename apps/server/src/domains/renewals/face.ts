// What other rooms may use of renewals.

export { HAS_NEXT, ignoredOn } from './endings/endingFilters.ts';
