import type { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { type Diagnosis, diagnose } from './cardDiagnosis.ts';

const whole = (value: string | null): bigint | null => (value === null ? null : BigInt(value));

/** The usage of a capped card in its account's running cycle; null if none was reported for this cycle. */
export async function cycleUsedOf(ctx: Ctx, card: CardRow): Promise<bigint | null> {
  if (card.usage_cap_mb === null || card.flow_used === null || card.usage_at === null) return null;
  const account = await carrierAccount(ctx, card.carrier_account_id);
  if (!account) return null;
  const { start } = cycleOf(ctx.clock.now(), { day: account.cycleDay, zone: account.zone });
  return card.usage_at >= start ? BigInt(card.flow_used) : null;
}

/** Why the card works or does not, from stored facts. */
export async function keptDiagnosis(ctx: Ctx, card: CardRow): Promise<Diagnosis> {
  return diagnose(
    {
      platform: card.platform as Platform,
      carrierStatus: card.carrier_status,
      stopReasons: card.stop_reasons as readonly StopReason[],
      pendingAction: card.pending_action,
      pendingSince: card.pending_since,
      packageName: card.package_name,
      packageEndsAt: card.package_ends_at,
      servicePeriodEnd: card.service_period_end,
      flowUsed: whole(card.flow_used),
      flowTotal: whole(card.flow_total),
      usageCapMb: card.usage_cap_mb,
      cycleUsed: await cycleUsedOf(ctx, card),
      lastSessionAt: card.last_session_at,
      usageJumpedAt: card.usage_jumped_at,
      lastSyncAt: card.last_sync_at,
    },
    ctx.clock.now(),
  );
}
