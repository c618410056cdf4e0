import type { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { money } from '@cardinal/primitives/money.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { coverageBy, covers, pathsOf } from '../../customers/face.ts';
import { type RenewalHit, type RenewalOrder, type RenewalRules, recordRenewals, renewing } from '../../orders/face.ts';
import { packageNames } from '../describing/packageNames.ts';
import type { RuleRow } from '../renewalTables.ts';
import { MAIN_PACKAGES, renewalCards } from './cardFacts.ts';
import { broken, isInForce, type OnCard, type Ruling } from './renewalRules.ts';

/** So many rows are written by one statement. */
const AT_ONCE = 2_000;
export const WHY = 'a rule binds its owner and all below, whoever orders';

export const rulingOf = (rule: RuleRow): Ruling => ({
  packageIds: rule.package_ids,
  productCodes: rule.product_codes,
  limits: rule.limits,
  listedIds: rule.listed_ids,
  months: rule.months,
  daysAhead: rule.days_ahead,
  minPrice: rule.min_price === null ? null : money(BigInt(rule.min_price), rule.currency),
});

export type RulesFound = {
  readonly rules: readonly RuleRow[];
  readonly hitsOf: (order: RenewalOrder, ownerId: string, card: OnCard) => readonly RuleHit[];
};
export type RuleHit = { readonly rule: RuleRow; readonly isShadow: boolean };

/**
 * The rules that bind cards of these customers in a channel, from the root down: what they say to one renewal. `asIfOn` is judged
 * whatever its state. Undefined: none is in force.
 */
export async function hitsInForce(
  ctx: Ctx,
  channel: SalesChannel,
  ownerIds: readonly string[],
  asIfOn?: string,
): Promise<RulesFound | undefined> {
  const today = dayText(ctx.clock.now());
  const found = await ctx
    .beyondScope(WHY)
    .selectFrom('renewals.rule')
    .selectAll()
    .where((where) => where.or([where('state', 'in', ['shadow', 'on']), where('id', '=', asIfOn ?? '0')]))
    .where(sql<boolean>`${channel} = any(channels)`)
    .orderBy('id')
    .execute();
  const rules = found.filter(
    (each) => each.id === asIfOn || isInForce({ fromDay: each.from_day, toDay: each.to_day }, today),
  );
  if (rules.length === 0) return undefined;
  const named = rules.flatMap((each) => [each.customer_id, ...each.customer_ids]);
  const paths = await pathsOf(ctx.beyondScope(WHY), [...ownerIds, ...named]);
  const judged = rules
    .flatMap((rule) => {
      const coverage = coverageBy(paths, rule);
      return coverage
        ? [{ rule, ruling: rulingOf(rule), isShadow: rule.state !== 'on' && rule.id !== asIfOn, coverage }]
        : [];
    })
    .filter(({ coverage }) => ownerIds.some((id) => covers(coverage, paths.get(id) ?? '')))
    .sort((a, b) => a.coverage.ownerPath.length - b.coverage.ownerPath.length);
  if (judged.length === 0) return undefined;
  return {
    rules: judged.map(({ rule }) => rule),
    hitsOf: (order, ownerId, card) =>
      judged.filter(
        (each) => covers(each.coverage, paths.get(ownerId) ?? '') && broken(each.ruling, order, card, today).length > 0,
      ),
  };
}

const CONSOLE = text('{message}（续费规则「{name}」）', '{message} (renewal rule “{name}”)');
const OTHERWISE = text(
  '{message}（续费规则「{name}」，可改订「{other}」）',
  '{message} (renewal rule “{name}”; “{other}” can be ordered instead)',
);

export const messageOf = (rule: Pick<RuleRow, 'message_zh' | 'message_en'>): Text =>
  text(rule.message_zh, rule.message_en);

/** In the console a rule is named, with what may be ordered instead; everybody else reads what it says. */
function saidTo(channel: SalesChannel, rule: RuleRow, other: string | undefined): Text {
  const message = messageOf(rule);
  if (channel !== 'platform') return message;
  return other === undefined
    ? filled(CONSOLE, { message, name: rule.name })
    : filled(OTHERWISE, { message, name: rule.name, other });
}

const judge: RenewalRules['judge'] = async (ctx, channel, cards) => {
  const found = await hitsInForce(ctx, channel, [...new Set(cards.map(({ ownerId }) => ownerId))]);
  if (!found) return undefined;
  const known = await renewalCards(ctx, cards);
  const others = await packageNames(
    ctx,
    found.rules.flatMap(({ replacement_id }) => replacement_id ?? []),
  );
  return (order, card) => {
    const on = known(card);
    const hits = on ? found.hitsOf(order, card.ownerId, on) : [];
    if (hits.length === 0) return undefined;
    const first = hits.find(({ isShadow }) => !isShadow)?.rule;
    return {
      ...{ order, card, channel },
      words: first && saidTo(channel, first, others.get(first.replacement_id ?? '')),
      hits: hits.map(({ rule, isShadow }): RenewalHit => ({ ruleId: rule.id, revision: rule.revision, isShadow })),
    };
  };
};

const record: RenewalRules['record'] = async (ctx, attempts, by) => {
  const now = ctx.clock.now();
  const cards = attempts.flatMap(({ card }) => card.id ?? []);
  const found = await ctx
    .beyondScope(WHY)
    .selectFrom('cards.v_card')
    .select(['id', 'iccid'])
    .where(sql<boolean>`id = any(${cards}::bigint[])`)
    .execute();
  const iccids = new Map(found.map(({ id, iccid }) => [id, iccid]));
  const rows = attempts.flatMap(({ order, card, channel, hits }) =>
    hits.map((hit) => ({
      id: ctx.ids.next(),
      rule_id: hit.ruleId,
      revision: hit.revision,
      is_shadow: hit.isShadow,
      card_id: card.id ?? '0',
      iccid: iccids.get(card.id ?? '') ?? '',
      customer_id: card.ownerId,
      package_id: order.packageId,
      package_name: order.packageName,
      channel,
      tried_by: by.name,
      tried_by_customer_id: by.customerId,
      is_end_user: by.isEndUser,
      at: now,
    })),
  );
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await ctx
      .beyondScope(WHY)
      .insertInto('renewals.blocked')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
};

const recordLeftOut: RenewalRules['recordLeftOut'] = async (ctx, channel, order, iccids) => {
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'product_code', 'real_name_status'])
    .where(sql<boolean>`iccid = any(${[...iccids]}::text[])`)
    .execute();
  const cards = rows.map(renewing);
  const judged = await judge(ctx, channel, cards);
  const attempts = cards.flatMap((card) => judged?.(order, card) ?? []).filter(({ words }) => words);
  if (attempts.length > 0) await recordRenewals(ctx, attempts);
};

/** What the orders ask for each renewal. */
export const lastWord: RenewalRules = { facts: MAIN_PACKAGES, judge, record, recordLeftOut };
