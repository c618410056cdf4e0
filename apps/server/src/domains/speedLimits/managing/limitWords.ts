import { FlowRestore } from '@cardinal/contract/enumerations/control.ts';
import { filled, type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type LimitStrategyRow, limitTemplates, tiersText } from '../../control/face.ts';
import { type SpeedLimitRow, WHY } from '../speedLimitTables.ts';

const words = {
  fixed: text('固定 {kbps} kbps', 'Fixed {kbps} kbps'),
  template: text('{name}：{tiers}', '{name}: {tiers}'),
  products: text('产品 {names}', 'product {names}'),
  tags: text('标签 {names}', 'tag {names}'),
  cards: text('指定 {n} 张卡', '{n} named {n|card|cards}'),
  from: text('自 {day}', 'from {day}'),
  until: text('至 {day}', 'until {day}'),
  ends: text('恢复：{restore}', 'ends with: {restore}'),
};

export type LimitNames = {
  readonly templates: ReadonlyMap<string, LimitStrategyRow>;
  readonly tags: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
};

/** Names of what limits consist of, for whoever sees them. */
export async function limitNames(ctx: Ctx, rows: readonly SpeedLimitRow[]): Promise<LimitNames> {
  const db = ctx.beyondScope(WHY);
  const named = (list: readonly { id: string; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]));
  const tagIds = rows.flatMap(({ tag_ids }) => tag_ids);
  const [templates, tags, accounts] = [
    await limitTemplates(
      ctx,
      rows.flatMap(({ limit_strategy_id }) => limit_strategy_id ?? []),
    ),
    tagIds.length === 0
      ? new Map<string, string>()
      : named(await db.selectFrom('cards.v_tag').select(['id', 'name']).where('id', 'in', tagIds).execute()),
    named(
      await db
        .selectFrom('carriers.v_account')
        .select(['id', 'name'])
        .where('id', 'in', ['0', ...rows.map(({ carrier_account_id }) => carrier_account_id)])
        .execute(),
    ),
  ];
  return { templates, tags, accounts };
}

/** «Mobile, in steps: 1 GB → 1024 kbps, …», or the fixed speed. */
export function speedText({ kbps, limit_strategy_id }: SpeedLimitRow, { templates }: LimitNames): Text {
  if (kbps !== null) return filled(words.fixed, { kbps });
  const template = templates.get(limit_strategy_id ?? '');
  if (!template) return text('', '');
  const told = (language: Language) => tiersText(template.tiers, language);
  return text(
    say(words.template, 'zh_CN', { name: template.name, tiers: told('zh_CN') }),
    say(words.template, 'en', { name: template.name, tiers: told('en') }),
  );
}

const joined = (texts: readonly Text[]): Text =>
  text(texts.map(({ zh }) => zh).join('，'), texts.map(({ en }) => en).join(', '));

/** Which cards, in words. */
export function chosenText({ product_codes, tag_ids, card_ids }: SpeedLimitRow, { tags }: LimitNames): Text {
  const parts: Text[] = [];
  if (product_codes.length > 0) parts.push(filled(words.products, { names: product_codes.join(' / ') }));
  if (tag_ids.length > 0)
    parts.push(filled(words.tags, { names: tag_ids.map((id) => tags.get(id) ?? id).join(' / ') }));
  if (card_ids.length > 0) parts.push(filled(words.cards, { n: card_ids.length }));
  return joined(parts);
}

/** A version in words. */
export function versionText(row: SpeedLimitRow, names: LimitNames): Text {
  const parts = [speedText(row, names), chosenText(row, names)];
  if (row.from_day !== null) parts.push(filled(words.from, { day: row.from_day }));
  if (row.to_day !== null) parts.push(filled(words.until, { day: row.to_day }));
  if (row.kbps === null) {
    const restore = FlowRestore.labelOf(row.restore);
    parts.push(text(say(words.ends, 'zh_CN', { restore: restore.zh }), say(words.ends, 'en', { restore: restore.en })));
  }
  return joined(parts);
}
