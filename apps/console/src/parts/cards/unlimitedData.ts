export type DataTotal = { readonly flowTotal: string | null; readonly packageEndsAt: string | null };

/**
 * Whether a card's data has no limit: a main package is in use, and what all packages in use give together has no total. A package
 * without data makes it 0, and no package in use leaves the end in the past or empty.
 */
export const hasUnlimitedData = ({ flowTotal, packageEndsAt }: DataTotal, now = Date.now()): boolean =>
  flowTotal === null && packageEndsAt !== null && new Date(packageEndsAt).getTime() > now;
