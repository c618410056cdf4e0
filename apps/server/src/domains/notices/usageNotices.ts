import type { Ctx } from '../../framework/context.ts';
import type { Told } from '../usageReminders/face.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

/** Puts what usage reminders say into the inboxes of a customer's accounts that may see them. */
export async function deliverReminder(ctx: Ctx, told: Told): Promise<number> {
  return deliver(
    ctx,
    {
      source: told.source,
      notice_id: null,
      kind: 'warning',
      title_zh: told.title.zh,
      title_en: told.title.en,
      summary_zh: told.summary.zh,
      summary_en: told.summary.en,
      link: told.link,
    },
    await staffWith(ctx, told.customerId, told.permission),
  );
}
