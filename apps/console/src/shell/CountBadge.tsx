/** How many wait, at the corner of a button of the header; its label says it to those who only hear. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? (
    <i className="count-badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </i>
  ) : null;
}
