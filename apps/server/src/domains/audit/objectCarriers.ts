import { extensionMap } from '../../framework/contributions.ts';

/** Where the carrier family of an object of the operation log stands: rows about families a host hides are left out of its log. */
export type ObjectCarrier = {
  /** As `ctx.note` names the kind. */
  readonly kind: string;
  /** With the columns `id` and `platform`. */
  readonly table: string;
};

/** Kinds nobody contributes are of no carrier. */
export const objectCarriers = extensionMap<string, ObjectCarrier>('audit.objectCarriers', ({ kind }) => kind);
