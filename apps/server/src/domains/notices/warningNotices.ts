import type { Ctx } from '../../framework/context.ts';
import type { Warned } from '../earlyWarnings/face.ts';
import { deliver } from './delivery.ts';

/** Puts what a warning says into the inboxes of the accounts it tells. */
export const deliverWarning = (ctx: Ctx, warned: Warned): Promise<number> =>
  deliver(
    ctx,
    {
      source: warned.source,
      notice_id: null,
      kind: 'warning',
      title_zh: warned.title.zh,
      title_en: warned.title.en,
      summary_zh: warned.summary.zh,
      summary_en: warned.summary.en,
      link: warned.link,
    },
    warned.accounts,
  );
