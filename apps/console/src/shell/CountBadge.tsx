/** A count at the corner of a header button; the button's label tells it to screen readers. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? (
    <i className="count-badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </i>
  ) : null;
}
