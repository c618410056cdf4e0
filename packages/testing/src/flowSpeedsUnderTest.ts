import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { settleFlows } from '@cardinal/server/domains/flowControl/firing/settleFlows.ts';
import { sweepRecords } from '@cardinal/server/domains/orders/records/sweepRecords.ts';
import { allowFlows } from './flowsUnderTest.ts';
import { freshSessions, GB, type speedCard, speedLimitsUnderTest, speedMinute } from './speedLimitsUnderTest.ts';

/** Flow strategies over cards of a carrier that limits speeds and switches data. */
export async function flowSpeedsUnderTest() {
  const under = await speedLimitsUnderTest();
  await allowFlows(under);
  const agent = freshSessions(under, 'agent');
  /** What is asked of the carrier is confirmed, and the minute's jobs have run. */
  const minute = async () => {
    await settleFlows(under.ctx);
    await speedMinute(under);
    await settleFlows(under.ctx);
  };
  /** The card's package is over, and another of its kind with 10 GB in use. */
  const renew = async (card: Awaited<ReturnType<typeof speedCard>>, packageId: string) => {
    await under.db
      .updateTable('orders.package_usage')
      .set({ ends_at: under.clock.now(), state: PackageUsageState.values.used })
      .where('card_id', '=', card.id)
      .execute();
    await card.record(0, 29, { package_id: packageId, flow_bytes: String(10 * GB) });
    await sweepRecords(under.ctx);
  };
  return { ...under, agent, minute, renew };
}
