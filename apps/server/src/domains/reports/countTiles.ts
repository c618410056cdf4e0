import type * as api from '@cardinal/contract/api/reports/dashboard.ts';
import type { CardKind, Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { provinceWords } from '../../places/provinces.ts';
import { lastDaysOf } from '../usage/face.ts';
import { cardsCountedAt } from './countCards.ts';
import { figuresOfKinds, kindsSeen } from './tileLinks.ts';

const GROWTH_DAYS = 30;
const HELD: readonly Lifecycle[] = ['unactivated', 'activated', 'stopped'];

const byKind = (rows: readonly { kind: CardKind; cards: string }[]): ReadonlyMap<CardKind, number> =>
  new Map(rows.map((row) => [row.kind, Number(row.cards)]));

export async function growthTile(ctx: Ctx): Promise<AnswerOf<typeof api.readGrowthTile>> {
  const asOf = await cardsCountedAt(ctx);
  const wanted = lastDaysOf(dayText(asOf), GROWTH_DAYS + 1);
  const rows = await ctx.db
    .selectFrom('reports.card_total_day')
    .select((on) => ['day', 'kind', on.fn.sum<string>('cards').as('cards')])
    .where('day', '>=', wanted[0] as string)
    .where('kind', 'in', kindsSeen(ctx))
    .groupBy(['day', 'kind'])
    .execute();
  const totals = new Map<string, number>();
  for (const { day, cards } of rows) totals.set(day, (totals.get(day) ?? 0) + Number(cards));
  const days = wanted.map((day) => ({ day, count: totals.get(day) ?? null }));
  const first = days.find(({ count }) => count !== null);
  const today = wanted.at(-1) as string;
  const about = {
    key: 'held',
    words: text('在管卡', 'Cards held'),
    tone: 'plain' as const,
    query: { lifecycle: [...HELD] },
  };
  return {
    asOf: asOf.toISOString(),
    net: (totals.get(today) ?? 0) - (first?.count ?? 0),
    since: first?.day ?? today,
    figures: figuresOfKinds(ctx, about, byKind(rows.filter(({ day }) => day === today))),
    days,
  };
}

const CHILDREN_SHOWN = 8;

export async function childrenTile(ctx: Ctx): Promise<AnswerOf<typeof api.readChildrenTile>> {
  const asOf = await cardsCountedAt(ctx);
  const rows = await ctx.db
    .selectFrom('customers.v_customer as child')
    .innerJoin('customers.v_customer as each', (join) =>
      join.on((on) => on('each.path', 'like', sql<string>`child.path || '%'`)),
    )
    .innerJoin('reports.card_count as k', 'k.customer_id', 'each.id')
    .select((on) => ['child.id', 'child.name', 'k.kind', on.fn.sum<string>('k.cards').as('cards')])
    .where('child.parent_id', '=', accountOf(ctx).customerId)
    .where('k.kind', 'in', kindsSeen(ctx))
    .groupBy(['child.id', 'child.name', 'k.kind'])
    .execute();
  const children = [...new Set(rows.map((row) => row.id))]
    .map((id) => {
      const own = rows.filter((row) => row.id === id);
      return { id, name: own[0]?.name ?? '', own, total: own.reduce((sum, row) => sum + Number(row.cards), 0) };
    })
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
  return {
    asOf: asOf.toISOString(),
    figures: children
      .slice(0, CHILDREN_SHOWN)
      .flatMap(({ id, name, own }) =>
        figuresOfKinds(
          ctx,
          { key: id, words: text(name, name), tone: 'plain', query: { underCustomerId: id } },
          byKind(own),
        ),
      ),
    more: Math.max(0, children.length - CHILDREN_SHOWN),
  };
}

export async function placesTile(ctx: Ctx): Promise<AnswerOf<typeof api.readPlacesTile>> {
  const asOf = await cardsCountedAt(ctx);
  const sum = sql<string>`coalesce(sum(cards), 0)`.as('cards');
  const [rows, all] = await Promise.all([
    ctx.db
      .selectFrom('reports.card_place')
      .select(['province', 'kind', sum])
      .where('kind', 'in', kindsSeen(ctx))
      .groupBy(['province', 'kind'])
      .execute(),
    ctx.db.selectFrom('reports.card_count').select(sum).where('kind', 'in', kindsSeen(ctx)).executeTakeFirstOrThrow(),
  ]);
  const provinces = [...new Set(rows.map((row) => row.province))]
    .map((province) => {
      const own = rows.filter((row) => row.province === province);
      return { province, own, total: own.reduce((total, row) => total + Number(row.cards), 0) };
    })
    .sort((a, b) => b.total - a.total || a.province - b.province);
  return {
    asOf: asOf.toISOString(),
    located: provinces.reduce((total, each) => total + each.total, 0),
    total: Number(all.cards),
    figures: provinces.flatMap(({ province, own }) =>
      figuresOfKinds(
        ctx,
        {
          key: String(province),
          words: provinceWords(province),
          tone: 'plain',
          query: { province: String(province) },
        },
        byKind(own),
      ),
    ),
  };
}
