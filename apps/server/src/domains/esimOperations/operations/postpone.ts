import type { Ctx } from '../../../framework/context.ts';
import type { CarrierOutcome } from '../../carriers/face.ts';
import { beyond } from '../../esim/face.ts';
import type { OperationRow } from '../operationTables.ts';
import { nextLook } from './operationRules.ts';
import { setOperation } from './operationStore.ts';

/**
 * Postpones a locked operation: until its account can be asked again, or for a growing interval. False if it has expired: the
 * caller ends it.
 */
export async function postpone(
  ctx: Ctx,
  operation: OperationRow,
  outcome?: Extract<CarrierOutcome<unknown>, { kind: 'unclear' | 'unavailable' }>,
): Promise<boolean> {
  const now = ctx.clock.now();
  const { expires_at: expiresAt, checks } = operation;
  if (expiresAt && now >= expiresAt) return false;
  const look = nextLook(checks, now, expiresAt);
  const at = outcome?.kind === 'unavailable' && outcome.retryAt > look ? outcome.retryAt : look;
  await setOperation(beyond(ctx), operation, { next_check_at: at, checks: checks + 1, claimed_until: null });
  return true;
}
