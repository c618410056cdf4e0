import type { testWarnSetting } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { whenText } from '../judging/warningWords.ts';
import { receiversAmong, SCREEN_OF } from '../telling/receivers.ts';
import { warningDoor } from '../telling/warningDoor.ts';
import { ruleOf } from './readRule.ts';

/** Tells the receivers of a setting that this is how they will be told. */
export async function testRule(ctx: Ctx, id: string): Promise<AnswerOf<typeof testWarnSetting>> {
  const rule = await ruleOf(ctx, id, 'own');
  const when = whenText(rule);
  const accounts = await ctx.contributed(warningDoor)?.(ctx, {
    source: `warningTest:${ctx.ids.next()}`,
    accounts: await receiversAmong(ctx, rule.receivers, 'own'),
    title: text(`测试预警：${rule.name}`, `Test of a warning: ${rule.name}`),
    summary: text(`这是一条测试通知。条件：${when.zh}`, `This is a test. It warns when: ${when.en}`),
    link: SCREEN_OF.own,
  });
  ctx.note({ objectKind: 'warningRule', objectId: id, summary: rule.name, customerId: rule.customer_id });
  return { accounts: accounts ?? 0 };
}
