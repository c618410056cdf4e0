import type { readRule as readEndpoint } from '@cardinal/contract/api/renewals/rules.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { namesOf } from '../describing/ruleChoices.ts';
import { type RuleNames, sentenceOf } from '../describing/ruleWords.ts';
import { ruleOf } from '../managing/switchRule.ts';
import type { RuleRow } from '../renewalTables.ts';

const SENTENCE = text('规则', 'Rule');
const REPLACEMENT = text('替代套餐', 'Replacement');
const IN_CHINESE = text('提示（中文）', 'Message (Chinese)');
const IN_ENGLISH = text('提示（英文）', 'Message (English)');

function said(ctx: Ctx, rule: RuleRow, names: RuleNames): readonly (readonly [Text, string])[] {
  return [
    [SENTENCE, sentenceOf(rule, names, ctx.language)],
    [nouns.name, rule.name],
    [REPLACEMENT, names.packages.get(rule.replacement_id ?? '') ?? ''],
    [IN_CHINESE, rule.message_zh],
    [IN_ENGLISH, rule.message_en],
  ];
}

function differences(ctx: Ctx, now: RuleRow, before: RuleRow | undefined, names: RuleNames) {
  if (!before) return [];
  const then = said(ctx, before, names);
  return said(ctx, now, names).flatMap(([field, after], at) => {
    const earlier = then[at]?.[1] ?? '';
    return earlier === after ? [] : [{ field: say(field, ctx.language), before: earlier, after }];
  });
}

export async function readRule(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof readEndpoint>> {
  const rule = await ruleOf(ctx, id);
  const kept = await ctx.db
    .selectFrom('renewals.rule_version')
    .selectAll()
    .where('rule_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  const rows = kept.map(({ definition }) => ({ ...rule, ...(definition as unknown as Partial<RuleRow>) }));
  const names = await namesOf(ctx, [rule, ...rows]);
  return {
    id,
    name: rule.name,
    sentence: sentenceOf(rule, names, ctx.language),
    state: rule.state,
    messageZh: rule.message_zh,
    messageEn: rule.message_en,
    replacement: names.packages.get(rule.replacement_id ?? '') ?? null,
    versions: kept.map(({ revision, created_at, created_by }, at) => {
      const row = rows[at] ?? rule;
      return {
        revision,
        sentence: sentenceOf(row, names, ctx.language),
        createdAt: created_at.toISOString(),
        createdBy: created_by,
        differences: differences(ctx, row, rows[at + 1], names),
      };
    }),
  };
}
