import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Part } from '../ordering/orderRules.ts';
import { soldVersion } from '../ordering/soldPackage.ts';
import { refundPart } from './refundRules.ts';

const { unused, using } = PackageUsageState.values;

export type Which = { readonly usages: 'waiting' | 'using' | 'all'; readonly usageId?: string };

export const statesOf = ({ usages }: Which): readonly (0 | 1)[] =>
  usages === 'all' ? [unused, using] : [usages === 'using' ? using : unused];

/** A record as far as its refund depends on it; equal ones are worth the same. */
export type RefundFacts = {
  readonly versionId: string;
  readonly zone: string;
  readonly isUsing: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

const BY_VOLUME = {
  key: 'refundByVolume',
  words: text('按剩余用量退订须先核算用量', 'A refund by volume waits until its usage is known'),
};

/** How much of a record is given back now, or why that cannot be said. */
export async function partOfRecord(
  ctx: Ctx,
  record: RefundFacts,
): Promise<{ readonly part: Part; readonly rule: string } | { readonly key: string; readonly words: Text }> {
  const { refundRule: rule, flowBytes } = await soldVersion(ctx, record.versionId);
  if (rule === 'proRataVolume' && record.isUsing) return BY_VOLUME;
  const { zone, startsAt, endsAt, isUsing } = record;
  const part = refundPart(
    { rule, hasStarted: isUsing, startsAt, endsAt, zone, flowBytes, usedBytes: null },
    ctx.clock.now(),
  );
  return { part, rule };
}
