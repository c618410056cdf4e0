import type { readSetTree as endpoint } from '@cardinal/contract/api/identity/menuSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { readTree } from '../rights/menuStore.ts';
import { isFor, type MenuEntry } from '../rights/menuTree.ts';
import { loadCeiling } from '../rights/rightsStore.ts';
import { cutBySets } from '../rights/setRules.ts';
import { setsInForce } from '../rights/setStore.ts';

/** Screens for the platform only are of no use in an assigned set. */
const isForOthers = ({ kinds }: MenuEntry): boolean => kinds.length === 0 || kinds.some((kind) => kind !== 'PLATFORM');

/** The directories and pages of the caller's customer, as in its menu: the most its own sets may hold. */
export async function ownTree(ctx: Ctx): Promise<MenuEntry[]> {
  const { customerId } = accountOf(ctx);
  const db = ctx.beyondScope('my own customer, whatever my data scope');
  const customer = await customerOf(db, customerId);
  if (!customer) throw new Refused(notFound);
  const viewer = { isAdmin: false, permissions: await loadCeiling(db, customer.path), ...customer };
  const tree = cutBySets(await readTree(db), await setsInForce(db, idsOfPath(customer.path)));
  const pages = tree.filter((entry) => entry.kind === 'page' && isFor(entry, viewer) && isForOthers(entry));
  const needed = new Set(pages.map((page) => page.parentKey));
  return tree.filter((entry) => (entry.kind === 'directory' ? needed.has(entry.key) : pages.includes(entry)));
}

/** The part of it a set may include or omit; the menu itself is not optional. */
export const choosable = async (ctx: Ctx): Promise<MenuEntry[]> =>
  (await ownTree(ctx)).filter((entry) => entry.lockedBy !== 'self');

export async function readSetTree(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  return (await choosable(ctx)).map(({ key, parentKey, kind, zh, en, lockedBy }) => ({
    key,
    parentKey,
    kind,
    zh,
    en,
    lockedBy,
  }));
}
