import { METRICS, type WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import type { earlyWarningChoices } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { warningMetrics } from '../judging/metrics.ts';
import { ruleOf } from '../managing/readRule.ts';
import { receiversOf } from '../telling/receivers.ts';

export async function choicesOf(
  ctx: Ctx,
  origin: WarningOrigin,
  id: string | undefined,
): Promise<AnswerOf<typeof earlyWarningChoices>> {
  const ownerId = id === undefined ? accountOf(ctx).customerId : (await ruleOf(ctx, id, origin)).customer_id;
  const known = ctx.contributed(warningMetrics);
  const receivers = await receiversOf(ctx, ownerId, origin);
  const names = await customerNames(
    ctx.db,
    receivers.map(({ customer_id }) => customer_id),
  );
  return {
    metrics: WarningMetric.options
      .map(({ value }) => value)
      .filter((metric) => known.has(metric) && (origin === 'fleet' || METRICS[metric].isOwn)),
    receivers: receivers.map(({ id: accountId, account, name, customer_id }) => ({
      id: accountId,
      account,
      name,
      customerName: names.get(customer_id) ?? '',
    })),
  };
}
