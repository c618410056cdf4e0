import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { speedsByPlatform } from '../../carriers/face.ts';

const cannotLimit = text(
  '{platform}没有支持「{capability}」的通道',
  'No carrier account of {platform} supports “{capability}”',
);

/** The speeds a carrier offers, in kbit/s; refused at the field where it offers none. */
export async function offeredSpeeds(ctx: Ctx, platform: Platform, field = 'platform'): Promise<readonly number[]> {
  const speeds = (await speedsByPlatform(ctx)).get(platform) ?? [];
  if (speeds.length > 0) return speeds;
  const facts = { platform: Platform.labelOf(platform), capability: CarrierOperation.labelOf('setSpeed') };
  throw new Refused(invalid, {}, [{ field, text: cannotLimit, facts }]);
}
