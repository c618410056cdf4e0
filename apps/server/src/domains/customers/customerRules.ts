import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';

/** The ids from the root down, the customer itself last. */
export const idsOfPath = (path: string): string[] => path.split('/').filter((part) => part !== '');

export const pathBelow = (parentPath: string, id: string): string => `${parentPath}${id}/`;

/** Whether a path lies in the subtree of another; every subtree holds its own top. */
export const liesWithin = (path: string, topPath: string): boolean => path.startsWith(topPath);

/** What a customer of a kind may have below it. A PLATFORM is a root and never anybody's child. */
export function kindsBelow(kind: CustomerKind): readonly CustomerKind[] {
  return kind === 'ENTERPRISE' ? [] : ['AGENT', 'ENTERPRISE'];
}

export const editionsBeyond = (wanted: readonly Edition[], had: readonly Edition[]): Edition[] =>
  wanted.filter((each) => !had.includes(each));

/** A customer is written by those above it; a root has nobody above. */
export const mayBeWrittenBy = (customer: { id: string; kind: CustomerKind }, actorCustomerId: string): boolean =>
  customer.id !== actorCustomerId || customer.kind === 'PLATFORM';
