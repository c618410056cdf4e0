import { listPushSubscriptions } from '@cardinal/contract/api/pushes/subscriptions.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { secretHints } from '../signing/secrets.ts';
import { hostOf } from '../subscriptions/subscriptionStore.ts';
import { figuresBySubscription } from './figures.ts';

export const subscriptionDataset = dataset(listPushSubscriptions, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('pushes.subscription as s')
      .where('s.customer_id', '=', accountOf(ctx).customerId)
      .where('s.removed_at', 'is', null),
  table: 's',
  select: (query) => query.selectAll('s'),
  present: async (rows, ctx) => {
    const ids = rows.map(({ id }) => id);
    const [figures, hints] = await Promise.all([figuresBySubscription(ctx, ids), secretHints(ctx, ids)]);
    return rows.map((row) => {
      const of = figures.get(row.id);
      const secret = hints.get(row.id);
      return {
        host: hostOf(row.url),
        successPercent: of?.successPercent ?? null,
        backlog: of?.backlog ?? 0,
        oldestAt: of?.oldestAt ?? null,
        lastError:
          row.last_error_zh === null
            ? null
            : say(text(row.last_error_zh, row.last_error_en ?? row.last_error_zh), ctx.language),
        secretHint: secret?.hint ?? '',
        secretSetAt: secret?.setAt ?? row.created_at.toISOString(),
        oldSecretUntil: secret?.oldUntil ?? null,
      };
    });
  },
});
