import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { strategyRanOut } from '../esimOperations/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Warns, once a day and profile type, those who manage strategies at the strategy's customer. */
async function warnOfStock(ctx: Ctx, said: z.output<typeof strategyRanOut.payload>): Promise<void> {
  const title = text(
    `写号策略「${said.strategyName}」：${said.profileType} 无库存`,
    `Strategy “${said.strategyName}”: ${said.profileType} is out of stock`,
  );
  await ctx.transact(async (inside) => {
    const receivers = await staffWith(inside, said.customerId, 'numberingStrategy.view');
    await deliver(
      inside,
      {
        source: `strategy:${said.strategyId}:${said.profileType}:${dayText(new Date(said.at))}`,
        notice_id: null,
        kind: 'warning',
        title_zh: title.zh,
        title_en: title.en,
        summary_zh: `芯片 ${said.eid} 改用下一个选择，或等待补货`,
        summary_en: `The chip ${said.eid} takes the next choice, or waits for stock`,
        link: `/esimManagement/codeNumberList?profileType=${encodeURIComponent(said.profileType)}&inStock=true`,
      },
      receivers,
    );
  });
}

export const strategyWarnings = reaction(strategyRanOut, 'notices.strategyRanOut', warnOfStock);
