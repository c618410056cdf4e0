import type { PackageRow } from '../packageTables.ts';

export type Review = Pick<
  PackageRow,
  | 'review'
  | 'submitted_by_id'
  | 'submitted_by'
  | 'submitted_at'
  | 'checked_by_id'
  | 'checked_by'
  | 'checked_by_customer_id'
  | 'checked_at'
  | 'check_reason'
>;

/** Of a package whose name or terms are new: whatever was decided before is not about them. */
export const reviewAnew = (isDemanded: boolean): Review => ({
  review: isDemanded ? 'pending' : null,
  submitted_by_id: null,
  submitted_by: null,
  submitted_at: null,
  checked_by_id: null,
  checked_by: null,
  checked_by_customer_id: null,
  checked_at: null,
  check_reason: null,
});

export const canBeSubmitted = (review: Review['review']): boolean => review === 'pending' || review === 'rejected';
