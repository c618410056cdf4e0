import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type * as api from '@cardinal/contract/api/reports/dashboard.ts';
import { type CardKind, type Lifecycle, type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { hiddenCarriersOf, shownCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type * as z from 'zod';
import { type Ctx, holds } from '../../framework/context.ts';
import {
  ACTIVATION_DAYS,
  IMEI_CHANGED_DAYS,
  midnightBefore,
  SILENT_MONTH_DAYS,
  SILENT_WEEK_DAYS,
  SOON_DAYS,
  USAGE_JUMPED_DAYS,
} from '../cards/face.ts';
import { siteOfCaller } from '../settings/face.ts';
import { cardsCountedAt, daysBefore } from './countCards.ts';
import type { CardCount } from './reportTables.ts';
import { cardLink, figuresOfKinds, kindsSeen } from './tileLinks.ts';

/** Counts of the caller's cards by kind. */
async function countsOf<C extends CardCount>(
  ctx: Ctx,
  columns: readonly C[],
): Promise<Readonly<Record<C, ReadonlyMap<CardKind, number>>>> {
  const rows = await ctx.db
    .selectFrom('reports.card_count')
    .select(['kind', ...columns] as never)
    .where('kind', 'in', kindsSeen(ctx))
    .execute();
  const sums = Object.fromEntries(columns.map((column) => [column, new Map<CardKind, number>()])) as Record<
    C,
    Map<CardKind, number>
  >;
  for (const row of rows as unknown as (Record<C, number> & { kind: CardKind })[]) {
    for (const column of columns) sums[column].set(row.kind, (sums[column].get(row.kind) ?? 0) + row[column]);
  }
  return sums;
}

const total = (counts: ReadonlyMap<CardKind, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

export async function cardsTile(ctx: Ctx): Promise<AnswerOf<typeof api.readCardsTile>> {
  const asOf = await cardsCountedAt(ctx);
  const { site } = await siteOfCaller(ctx);
  const hidden = hiddenCarriersOf(site, null, (words, facts) => ctx.log.warn({ facts }, words));
  const shown = new Set<Platform>(shownCarriersOf(hidden).map(({ value }) => value));
  const rows = await ctx.db
    .selectFrom('reports.card_count')
    .select((on) => ['kind', 'platform', 'lifecycle', on.fn.sum<string>('cards').as('cards')])
    .where('kind', 'in', kindsSeen(ctx))
    .groupBy(['kind', 'platform', 'lifecycle'])
    .orderBy('kind')
    .orderBy('platform')
    .orderBy('lifecycle')
    .execute();
  const parts: AnswerOf<typeof api.readCardsTile>['parts'] = [];
  for (const row of rows) {
    const count = Number(row.cards);
    const platform = shown.has(row.platform) ? row.platform : null;
    const other = platform === null && parts.find((part) => isSame(part, { ...row, platform }));
    if (other) other.count += count;
    else {
      const link =
        platform === null ? null : cardLink(row.kind, { platform: String(platform), lifecycle: row.lifecycle });
      parts.push({ kind: row.kind, platform, lifecycle: row.lifecycle, count, link });
    }
  }
  return { asOf: asOf.toISOString(), total: parts.reduce((sum, part) => sum + part.count, 0), parts };
}

type Part = { kind: number; platform: Platform | null; lifecycle: string };
const isSame = (a: Part, b: Part) => a.kind === b.kind && a.platform === b.platform && a.lifecycle === b.lifecycle;

async function daysOf(ctx: Ctx, figure: 'activated' | 'ending', days: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('reports.card_day')
    .select((on) => ['day', 'kind', on.fn.sum<string>('cards').as('cards')])
    .where('figure', '=', figure)
    .where('kind', 'in', kindsSeen(ctx))
    .groupBy(['day', 'kind'])
    .execute();
  const byDay = new Map<string, number>();
  const byKind = new Map<CardKind, number>();
  for (const { day, kind, cards } of rows) {
    byDay.set(day, (byDay.get(day) ?? 0) + Number(cards));
    byKind.set(kind, (byKind.get(kind) ?? 0) + Number(cards));
  }
  return { byKind, days: days.map((day) => ({ day, count: byDay.get(day) ?? 0 })) };
}

const dayRange = (from: Date, count: number): string[] =>
  Array.from({ length: count }, (_, at) => dayText(daysBefore(from, -at)));

export async function endingTile(ctx: Ctx): Promise<AnswerOf<typeof api.readEndingTile>> {
  const asOf = await cardsCountedAt(ctx);
  // Seven times 24 hours touch eight calendar days.
  const found = await daysOf(ctx, 'ending', dayRange(asOf, SOON_DAYS + 1));
  const about = {
    key: 'endingSoon',
    words: text('7 天内到期', 'Expiring within 7 days'),
    tone: 'warning',
    query: { endingWithinDays: String(SOON_DAYS) },
  } as const;
  return { asOf: asOf.toISOString(), figures: figuresOfKinds(ctx, about, found.byKind), days: found.days };
}

export async function activationsTile(ctx: Ctx): Promise<AnswerOf<typeof api.readActivationsTile>> {
  const asOf = await cardsCountedAt(ctx);
  const from = midnightBefore(asOf, ACTIVATION_DAYS - 1);
  const found = await daysOf(ctx, 'activated', dayRange(from, ACTIVATION_DAYS));
  const about = {
    key: 'activated',
    words: text('30 天新激活', 'Activated in 30 days'),
    tone: 'plain',
    query: { activatedAtFrom: from.toISOString(), activatedAtTo: asOf.toISOString() },
  } as const;
  return { asOf: asOf.toISOString(), figures: figuresOfKinds(ctx, about, found.byKind), days: found.days };
}

export async function onlineTile(ctx: Ctx): Promise<AnswerOf<typeof api.readOnlineTile>> {
  const asOf = await cardsCountedAt(ctx);
  const [activated, stopped] = await Promise.all([countsByKind(ctx, 'activated'), countsByKind(ctx, 'stopped')]);
  const counts = await countsOf(ctx, ['online', 'silent_week', 'silent_month']);
  const silentFor = (days: number) => ({
    lifecycle: 'activated',
    lastSessionAtTo: daysBefore(asOf, days).toISOString(),
  });
  const all = total(activated);
  return {
    asOf: asOf.toISOString(),
    onlinePercent: all > 0 ? Math.round((total(counts.online) * 1_000) / all) / 10 : null,
    figures: [
      ...figuresOfKinds(
        ctx,
        { key: 'activated', words: text('已激活', 'Activated'), tone: 'plain', query: { lifecycle: 'activated' } },
        activated,
      ),
      ...figuresOfKinds(
        ctx,
        {
          key: 'online',
          words: text('在线', 'Online'),
          tone: 'good',
          query: { lifecycle: 'activated', onlineState: '1' },
        },
        counts.online,
      ),
      ...figuresOfKinds(
        ctx,
        {
          key: 'silentWeek',
          words: text('7 天未上线', 'Silent for 7 days'),
          tone: 'warning',
          query: silentFor(SILENT_WEEK_DAYS),
        },
        counts.silent_week,
      ),
      ...figuresOfKinds(
        ctx,
        {
          key: 'silentMonth',
          words: text('30 天未上线', 'Silent for 30 days'),
          tone: 'warning',
          query: silentFor(SILENT_MONTH_DAYS),
        },
        counts.silent_month,
      ),
      ...figuresOfKinds(
        ctx,
        { key: 'stopped', words: text('已停机', 'Stopped'), tone: 'plain', query: { lifecycle: 'stopped' } },
        stopped,
      ),
    ],
  };
}

async function countsByKind(ctx: Ctx, lifecycle: Lifecycle): Promise<ReadonlyMap<CardKind, number>> {
  const rows = await ctx.db
    .selectFrom('reports.card_count')
    .select((on) => ['kind', on.fn.sum<string>('cards').as('cards')])
    .where('lifecycle', '=', lifecycle)
    .where('kind', 'in', kindsSeen(ctx))
    .groupBy('kind')
    .execute();
  return new Map(rows.map((row) => [row.kind, Number(row.cards)]));
}

const REASON_COLUMNS = {
  [StopReason.values.manual]: 'stopped_manual',
  [StopReason.values.arrears]: 'stopped_arrears',
  [StopReason.values.realName]: 'stopped_real_name',
  [StopReason.values.imei]: 'stopped_imei',
  [StopReason.values.outOfRegion]: 'stopped_region',
} as const satisfies Record<StopReason, CardCount>;

export async function stoppedTile(ctx: Ctx): Promise<AnswerOf<typeof api.readStoppedTile>> {
  const asOf = await cardsCountedAt(ctx);
  const counts = await countsOf(ctx, Object.values(REASON_COLUMNS));
  const figures = StopReason.options.flatMap(({ key, value, label }) =>
    figuresOfKinds(
      ctx,
      { key, words: label, tone: 'plain', query: { stopReasons: String(value) } },
      counts[REASON_COLUMNS[value]],
    ),
  );
  return { asOf: asOf.toISOString(), figures };
}

type Fix = z.output<typeof api.attentionFix>;

/** For each line of the work list: its count, the filter for the same cards, and the action that helps them all. */
const attention = (
  asOf: Date,
): readonly { key: string; words: Text; column: CardCount; query: Record<string, string>; fix: Fix | null }[] => [
  {
    key: 'outOfRegion',
    words: text('超出区域', 'Out of region'),
    column: 'stopped_region',
    query: { stopReasons: String(StopReason.values.outOfRegion) },
    fix: null,
  },
  {
    key: 'imeiChanged',
    words: text('7 天内更换设备', 'Device changed within 7 days'),
    column: 'imei_changed',
    query: { imeiChangedSince: daysBefore(asOf, IMEI_CHANGED_DAYS).toISOString() },
    // Locks them to their present devices.
    fix: 'bind_imei',
  },
  {
    key: 'usageJumped',
    words: text('7 天内单日用量超自身日均 3 倍', 'Daily usage over 3× own average in the last 7 days'),
    column: 'usage_jumped',
    query: { usageJumpedAtFrom: daysBefore(asOf, USAGE_JUMPED_DAYS).toISOString() },
    fix: null,
  },
  {
    key: 'realName',
    words: text('实名未通过', 'Real name rejected'),
    column: 'stopped_real_name',
    query: { stopReasons: String(StopReason.values.realName) },
    fix: null,
  },
  {
    key: 'realNameMissing',
    words: text('缺少实名', 'Real name missing'),
    column: 'real_name_missing',
    query: { realNameMissing: 'true' },
    fix: null,
  },
  {
    key: 'silentMonth',
    words: text('30 天未上线', 'Silent for 30 days'),
    column: 'silent_month',
    query: { lifecycle: 'activated', lastSessionAtTo: daysBefore(asOf, SILENT_MONTH_DAYS).toISOString() },
    fix: 'sync_card',
  },
  {
    key: 'endingSoon',
    words: text('7 天内到期', 'Expiring within 7 days'),
    column: 'ending_soon',
    query: { endingWithinDays: String(SOON_DAYS) },
    fix: null,
  },
];

const MILD = new Set(['endingSoon', 'realNameMissing', 'silentMonth', 'usageJumped']);

export async function attentionTile(ctx: Ctx): Promise<AnswerOf<typeof api.readAttentionTile>> {
  const asOf = await cardsCountedAt(ctx);
  const lines = attention(asOf);
  const counts = await countsOf(
    ctx,
    lines.map((line) => line.column),
  );
  const figures = lines.flatMap(({ column, fix, ...about }) =>
    figuresOfKinds(ctx, { ...about, tone: MILD.has(about.key) ? 'warning' : 'bad' }, counts[column]).map((figure) => ({
      ...figure,
      fix: fix && CARD_ACTIONS[fix].some((permission) => holds(ctx.actor, permission)) ? fix : null,
    })),
  );
  return { asOf: asOf.toISOString(), figures: figures.filter((figure) => figure.count > 0) };
}
