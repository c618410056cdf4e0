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

/** Screens of the platform alone are nothing for those a set is given to. */
const isForOthers = ({ kinds }: MenuEntry): boolean => kinds.length === 0 || kinds.some((kind) => kind !== 'PLATFORM');

/** Directories and pages my customer has, as they stand in its menu: the most a set of its own may hold. */
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

/** What of it a set may hold or leave out; the menu itself is no choice. */
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
