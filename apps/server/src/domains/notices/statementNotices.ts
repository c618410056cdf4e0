import { merchantScreenOf } from '@cardinal/contract/enumerations/statement.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { differencesFound } from '../statements/events.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Tells those of a merchant's owner who may decide about the differences of a statement. */
async function tellDifferences(ctx: Ctx, said: z.output<typeof differencesFound.payload>): Promise<void> {
  const screen = merchantScreenOf(said.provider);
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `statement:${said.differenceId}`,
        notice_id: null,
        kind: 'money',
        title_zh: `对账差异 ${said.count} 笔：${said.merchantName} ${said.day}`,
        title_en: `${said.count} ${said.count === 1 ? 'difference' : 'differences'} in the statement of ${said.merchantName}, ${said.day}`,
        link: `/permission/${screen}?shown=${said.merchantId}&tab=statements&day=${said.day}`,
      },
      await staffWith(inside, said.customerId, `${screen}.edit`),
    );
  });
}

export const statementNotices = [reaction(differencesFound, 'notices.statementDifferences', tellDifferences)];
