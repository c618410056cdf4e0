import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import {
  BACK_DAYS,
  type backTestEarlyWarning,
  type previewEarlyWarning,
} from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { customersOf, figuresOf } from '../judging/figuresOf.ts';
import { termsOf, windowOf } from '../judging/limitOf.ts';
import { type Figure, warningMetrics } from '../judging/metrics.ts';
import { isBeyond, replay } from '../judging/stepRules.ts';
import { valueText, warningText } from '../judging/warningWords.ts';
import { ruleOf } from '../managing/readRule.ts';
import { type RuleRow, WHY } from '../warningTables.ts';

const MOST_SHOWN = 50;

const beyondIn = (rule: RuleRow) => (figure: Figure) =>
  figure.value !== null && isBeyond(termsOf(rule, figure), figure.value);

/** What a rule would find now, and say of it. Writes and tells nothing. */
export async function previewRule(
  ctx: Ctx,
  id: string,
  origin: WarningOrigin,
): Promise<AnswerOf<typeof previewEarlyWarning>> {
  const rule = await ruleOf(ctx, id, origin);
  const figures = await figuresOf(ctx, rule);
  const isOver = beyondIn(rule);
  const beyond = figures.filter(isOver);
  const shown = [...beyond, ...figures.filter((each) => !isOver(each))].slice(0, MOST_SHOWN);
  const names = await customerNames(
    ctx.beyondScope(WHY),
    shown.map(({ customerId }) => customerId),
  );
  const open = await ctx.db
    .selectFrom('early_warnings.event')
    .select('object_id')
    .where('rule_id', '=', id)
    .where('state', '<>', 'resolved')
    .execute();
  const opened = new Set(open.map(({ object_id }) => object_id));
  return {
    watched: figures.length,
    beyond: beyond.length,
    objects: shown.map((figure) => {
      const { limit } = termsOf(rule, figure);
      const { value, currency } = figure;
      const said = { ...rule, object_name: figure.name, limit_value: limit, currency };
      const isBad = isOver(figure);
      return {
        name: figure.name,
        customerName: names.get(figure.customerId) ?? '',
        value: value === null ? null : say(valueText(rule.metric, value, currency), ctx.language),
        limit: say(valueText(rule.metric, limit, currency), ctx.language),
        isBeyond: isBad,
        isOpen: opened.has(figure.objectId),
        text: isBad && value !== null ? say(warningText({ ...said, value }), ctx.language) : null,
      };
    }),
  };
}

/** How often a rule would have warned of past values, where they are kept. */
export async function backTestRule(ctx: Ctx, id: string): Promise<AnswerOf<typeof backTestEarlyWarning>> {
  const rule = await ruleOf(ctx, id, 'fleet');
  const past = ctx.contributed(warningMetrics).get(rule.metric)?.past;
  if (!past) return { isPossible: false, events: 0, shown: [] };
  const now = ctx.clock.now();
  const found = await past(ctx, {
    customerIds: await customersOf(ctx, rule),
    windowMinutes: windowOf(rule),
    since: new Date(+now - BACK_DAYS * DAY_MS),
  });
  const events = found
    .flatMap(({ figure, points }) => replay(points, now, termsOf(rule, figure)).map((event) => ({ ...event, figure })))
    .sort((a, b) => +b.openedAt - +a.openedAt);
  return {
    isPossible: true,
    events: events.length,
    shown: events.slice(0, MOST_SHOWN).map(({ figure, openedAt, resolvedAt, worst }) => ({
      name: figure.name,
      openedAt: openedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      worst: say(valueText(rule.metric, worst, figure.currency), ctx.language),
    })),
  };
}
