import { strategyNotFound } from '@cardinal/contract/api/operationStrategies/refusals.ts';
import type { tryStrategy as tryEndpoint } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { filled, say, type Text, text } from '@cardinal/primitives/text.ts';
import { timeText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { cardsNamed } from '../../cards/face.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { accountsWithout, customersOf, inScope, WHY } from '../triggers/cardsInScope.ts';
import { delayOf } from '../triggers/dueFacts.ts';
import { TRIGGERS } from '../triggers/triggers.ts';

const words = {
  inScope: text('在策略范围内', 'Within the scope'),
  outOfScope: text('不在策略范围内', 'Outside the scope'),
  able: text('通道能执行该动作', 'Its carrier account can carry out the action'),
  unable: text('通道不能执行该动作', 'Its carrier account cannot carry out the action'),
  due: text('{fact}（{at}），已到动作时间', '{fact} ({at}); due'),
  notDue: text('{fact}（{at}），{due} 才动作', '{fact} ({at}); due at {due}'),
  fired: text('对此事实已触发过，不会再次触发', 'It fired for this already and does not fire again'),
};

type Judged = {
  readonly id: string;
  readonly in_scope: boolean;
  readonly account: string;
  readonly fact: string | null;
  readonly at: Date | null;
  readonly said: unknown;
  readonly has_fired: boolean;
  readonly conditions: readonly boolean[];
};

/** Each condition of a strategy on cards, judged as a sweep judges them, whatever its state. */
async function judge(ctx: Ctx, strategy: StrategyRow, cardIds: readonly string[]): Promise<Judged[]> {
  const { facts, conditions } = TRIGGERS[strategy.trigger];
  const now = ctx.clock.now();
  const customerIds = await customersOf(ctx, strategy);
  const held = conditions.map((each) => each.sql({ strategy, now }));
  const { rows } = await sql<Judged>`
    select c.id::text, ${inScope(strategy, customerIds)} as in_scope, c.carrier_account_id::text as account, f.fact, f.at, f.said,
      exists (select from operation_strategies.firing x where x.strategy_id = ${strategy.id} and x.card_id = c.id
        and x.fact = f.fact and not x.is_shadow) as has_fired,
      array[${sql.join(held.length > 0 ? held : [sql`true`])}]::boolean[] as conditions
    from cards.v_card c left join lateral (
      select a.fact, a.at, a.said from (${facts(strategy, { after: null, until: now }, customerIds)}) a
      where a.card_id = c.id order by a.at desc limit 1) f on true
    where c.id = any(${cardIds}::bigint[])`.execute(ctx.beyondScope(WHY));
  return rows;
}

type Reason = { readonly holds: boolean; readonly words: Text };

function reasonsOf(strategy: StrategyRow, judged: Judged, isAble: boolean, now: Date): Reason[] {
  const { conditions, words: factWords, none } = TRIGGERS[strategy.trigger];
  const reasons: Reason[] = [
    judged.in_scope ? { holds: true, words: words.inScope } : { holds: false, words: words.outOfScope },
  ];
  if (judged.at === null) reasons.push({ holds: false, words: none });
  else {
    const due = new Date(+judged.at + delayOf(strategy));
    const facts = { fact: factWords(judged.said), at: timeText(judged.at), due: timeText(due) };
    reasons.push({ holds: due <= now, words: filled(due <= now ? words.due : words.notDue, facts) });
  }
  conditions.forEach((each, at) => {
    const holds = judged.conditions[at] === true;
    reasons.push({ holds, words: holds ? each.holds : each.fails });
  });
  reasons.push(isAble ? { holds: true, words: words.able } : { holds: false, words: words.unable });
  if (judged.has_fired) reasons.push({ holds: false, words: words.fired });
  return reasons;
}

/** Whether it would fire on the named cards now, and why not. Nothing is written. */
export async function tryStrategy(
  ctx: Ctx,
  { id, iccids }: QueryOf<typeof tryEndpoint>,
): Promise<AnswerOf<typeof tryEndpoint>> {
  const strategy = await ctx.db
    .selectFrom('operation_strategies.strategy')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!strategy) throw new Refused(strategyNotFound);
  const { cards, notFound } = await cardsNamed(ctx, iccids);
  const judged = await judge(
    ctx,
    strategy,
    cards.map((card) => card.id),
  );
  const byId = new Map(judged.map((each) => [each.id, each]));
  const without = new Set(await accountsWithout(ctx, strategy.action));
  const now = ctx.clock.now();
  return {
    cards: cards.flatMap((card) => {
      const found = byId.get(card.id);
      if (!found) return [];
      const reasons = reasonsOf(strategy, found, !without.has(found.account), now);
      return {
        iccid: card.iccid,
        fires: reasons.every(({ holds }) => holds),
        reasons: reasons.map((each) => ({ holds: each.holds, words: say(each.words, ctx.language) })),
      };
    }),
    notFound,
  };
}
