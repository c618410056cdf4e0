import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';

/** The ids from the root down to the customer itself. */
export const idsOfPath = (path: string): string[] => path.split('/').filter((part) => part !== '');

export const pathBelow = (parentPath: string, id: string): string => `${parentPath}${id}/`;

/** Whether a path lies in the subtree of another; a subtree includes its top. */
export const liesWithin = (path: string, topPath: string): boolean => path.startsWith(topPath);

/** What a rule covers: its owner's tree, or of that what lies within customers it names. Null: it names none. */
export type Coverage = { readonly ownerPath: string; readonly customerPaths: readonly string[] | null };

export const covers = ({ ownerPath, customerPaths }: Coverage, path: string): boolean =>
  liesWithin(path, ownerPath) && (customerPaths?.some((each) => liesWithin(path, each)) ?? true);

/** The kinds allowed below a customer. A PLATFORM is a root and never a child. */
export function kindsBelow(kind: CustomerKind): readonly CustomerKind[] {
  return kind === 'ENTERPRISE' ? [] : ['AGENT', 'ENTERPRISE'];
}

/** Every tree directly below the platform is of one currency, so that no chain of sales exchanges money. */
export const mayHaveCurrency = (parent: { kind: CustomerKind; currency: Currency }, currency: Currency): boolean =>
  parent.kind === 'PLATFORM' || currency === parent.currency;

export const editionsBeyond = (wanted: readonly Edition[], had: readonly Edition[]): Edition[] =>
  wanted.filter((each) => !had.includes(each));

/** What a note on a customer is about, kept where the customer and those above it read it. */
export const aboutCustomer = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  customerId: id,
  objectKind: 'customer',
  objectId: id,
  summary: name,
});

/** A customer is edited by customers above it; a root has none. */
export const mayBeWrittenBy = (customer: { id: string; kind: CustomerKind }, actorCustomerId: string): boolean =>
  customer.id !== actorCustomerId || customer.kind === 'PLATFORM';
