import type { viewActivationCode as endpoint } from '@cardinal/contract/api/esim/numbers.ts';
import { noActivationCode } from '@cardinal/contract/api/esim/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { activationCodeOf, readActivationCode } from '../lpa.ts';
import { openNumberSecret } from '../sealing.ts';
import { lockNumbers, type OwnedNumber } from './numberStore.ts';

/** Decrypts the code for this one response; the log records who viewed which number, and nothing of the code. */
export async function viewActivationCode(
  ctx: Ctx,
  { numberId }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const [number] = await lockNumbers(ctx, [numberId]);
  const whole = number && wholeCode(ctx, number);
  const read = whole ? readActivationCode(whole) : undefined;
  if (!number || !whole || !read) throw new Refused(noActivationCode);
  ctx.note({ objectKind: 'codeNumber', objectId: number.card_id, summary: number.iccid });
  return {
    iccid: number.iccid,
    activationCode: whole,
    smdpAddress: read.smdpAddress,
    matchingId: read.matchingId,
    needsConfirmationCode: read.needsConfirmationCode,
  };
}

/** The code as delivered, or built from the SM-DP+'s address and the matchingId. */
function wholeCode(ctx: Ctx, number: OwnedNumber): string | null {
  const delivered = openNumberSecret(ctx, number.card_id, 'activationCode', number.activation_code);
  if (delivered !== null) return delivered;
  const matchingId = openNumberSecret(ctx, number.card_id, 'matchingId', number.matching_id);
  return number.smdp_address !== null && matchingId !== null ? activationCodeOf(number.smdp_address, matchingId) : null;
}
