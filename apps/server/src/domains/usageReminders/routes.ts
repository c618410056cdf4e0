import { listReminders, retryReminder } from '@cardinal/contract/api/usageReminders/messages.ts';
import * as rules from '@cardinal/contract/api/usageReminders/rules.ts';
import { accountOf } from '../../framework/context.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { productsToBind } from '../catalogue/face.ts';
import { ruleRegister } from './managing/ruleRegister.ts';
import { ruleOf, switchRule } from './managing/switchRule.ts';
import { messageDataset } from './reading/messageList.ts';
import { preview, tryReminders } from './reading/tryReminders.ts';
import { retryMessage } from './sending/retryMessage.ts';

export const routes: readonly Route[] = [
  ...ruleRegister,
  bind(rules.reminderChoices, async (ctx, { query: { id } }) => {
    const ownerId = id === undefined ? accountOf(ctx).customerId : (await ruleOf(ctx, id)).customer_id;
    const products = await productsToBind(ctx, ownerId);
    return { products: products.map(({ code, name, platform }) => ({ id: code, name, platform })) };
  }),
  bind(rules.switchReminder, (ctx, { body }) => switchRule(ctx, body)),
  bind(rules.previewReminder, (ctx, { query }) => preview(ctx, query)),
  bind(rules.tryReminders, (ctx, { query }) => tryReminders(ctx, query)),
  bindList(listReminders, messageDataset),
  bind(retryReminder, (ctx, { body }) => retryMessage(ctx, body)),
];
