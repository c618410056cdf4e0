/** Joins truthy class names: `classNames('row', isActive && 'row-active')`. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
