import {
  moveBlocked,
  type moveCustomer as moveEndpoint,
  moveInCircle,
  type previewMove as previewEndpoint,
} from '@cardinal/contract/api/customers/customerMove.ts';
import {
  currencyOfParent,
  editionsBeyondParent,
  enterpriseIsLeaf,
} from '@cardinal/contract/api/customers/customers.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { cardsOfCustomers } from '../customerCards.ts';
import { customerSteps } from '../customerFacts.ts';
import {
  aboutCustomer,
  editionsBeyond,
  idsOfPath,
  kindsBelow,
  liesWithin,
  mayHaveCurrency,
  pathBelow,
} from '../customerRules.ts';
import { bumpTreeVersion, type CustomerRow, findCustomer } from '../customerStore.ts';
import { findingsOf, type Move, settleMove } from './moveWitnesses.ts';

/** What a move would change, and what becomes of the affected data; refused for the same reasons as the move. */
export async function previewMove(
  ctx: Ctx,
  query: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const { top, parent } = await readBoth(ctx, query);
  const move = await moveOf(ctx, top, parent);
  const cards = await cardsOfCustomers(ctx, move.ids);
  const findings = await findingsOf(ctx, move);
  return {
    from: await customerSteps(ctx.db, top.path),
    to: [...(await customerSteps(ctx.db, parent.path)), { id: top.id, name: top.name }],
    customers: move.ids.length,
    cards: [...cards.values()].reduce((sum, each) => sum + each.total, 0),
    findings: findings.map(({ what, ...finding }) => ({ ...finding, what: say(what, ctx.language) })),
  };
}

/**
 * Moves a customer and its descendants under another parent, all paths in one statement. The rows are locked before they are
 * read again, so that no customer created or moved concurrently keeps an invalid path.
 */
export async function moveCustomer(ctx: Ctx, body: BodyOf<typeof moveEndpoint>) {
  const before = await readBoth(ctx, body);
  await ctx.db
    .selectFrom('customers.customer')
    .select('id')
    .where((on) => on.or([on('id', '=', body.parentId), on('path', 'like', `${before.top.path}%`)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  await bumpTreeVersion(ctx.db);
  const { top, parent } = await readBoth(ctx, body);
  if (top.version !== body.version || top.path !== before.top.path) throw new Refused(changedByAnother);
  const move = await moveOf(ctx, top, parent);
  const blocked = (await findingsOf(ctx, move)).find(({ effect }) => effect === 'blocks');
  if (blocked) throw new Refused(moveBlocked, { n: blocked.count, what: blocked.what });
  await settleMove(ctx, move);
  const path = pathBelow(parent.path, top.id);
  await ctx.db
    .updateTable('customers.customer')
    .set({
      path: sql<string>`${path} || substr(path, ${top.path.length + 1}::integer)`,
      level: sql<number>`level + ${parent.level + 1 - top.level}::integer`,
      parent_id: sql<string>`case when id = ${top.id}::bigint then ${parent.id}::bigint else parent_id end`,
      version: sql<number>`version + 1`,
      updated_at: ctx.clock.now(),
    })
    .where('path', 'like', `${top.path}%`)
    .execute();
  ctx.note({
    ...aboutCustomer(top),
    before: { parentId: top.parent_id, path: top.path },
    after: { parentId: parent.id, path, customers: move.ids.length },
  });
  return DONE;
}

type Asked = { readonly id: string; readonly parentId: string };

async function readBoth(ctx: Ctx, asked: Asked): Promise<{ top: CustomerRow; parent: CustomerRow }> {
  const top = await findCustomer(ctx.db, asked.id);
  const parent = await findCustomer(ctx.db, asked.parentId);
  // A root has no parent, and the platform moves its descendants, not itself.
  if (!top || !parent || top.kind === 'PLATFORM') throw new Refused(notFound);
  if (liesWithin(parent.path, top.path) || parent.id === top.parent_id) throw refusedAt('parentId', moveInCircle);
  if (!kindsBelow(parent.kind).includes(top.kind)) throw refusedAt('parentId', enterpriseIsLeaf);
  if (editionsBeyond(top.editions, parent.editions).length > 0) throw refusedAt('parentId', editionsBeyondParent);
  if (!mayHaveCurrency(parent, top.currency))
    throw refusedAt('parentId', currencyOfParent, { currency: parent.currency });
  return { top, parent };
}

async function moveOf(ctx: Ctx, top: CustomerRow, parent: CustomerRow): Promise<Move> {
  const rows = await ctx.db
    .selectFrom('customers.customer')
    .select('id')
    .where('path', 'like', `${top.path}%`)
    .execute();
  const staying = new Set(idsOfPath(parent.path));
  const above = idsOfPath(top.path).filter((id) => id !== top.id);
  return { topId: top.id, ids: rows.map(({ id }) => id), leftIds: above.filter((id) => !staying.has(id)) };
}
