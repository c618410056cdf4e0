import type { NamedNumbers } from '@cardinal/contract/api/esim/named.ts';
import type {
  allocateNumbers as allocateEndpoint,
  recoverNumbers as recoverEndpoint,
} from '@cardinal/contract/api/esim/numbers.ts';
import { nothingToRecover, numberOnChip } from '@cardinal/contract/api/esim/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { moveEsimCards } from '../../cards/face.ts';
import { directChild, ownCustomer } from '../directChild.ts';
import type { OwnedNumber } from './numberStore.ts';
import { numbersAsked } from './numbersAsked.ts';

/** What is on a chip goes with the chip. */
async function lockLoose(ctx: Ctx, named: NamedNumbers): Promise<OwnedNumber[]> {
  const numbers = await numbersAsked(ctx, named);
  const onChip = numbers.find((number) => number.eid !== null);
  if (onChip) throw new Refused(numberOnChip, { iccid: onChip.iccid, eid: onChip.eid ?? '' });
  return numbers;
}

export async function allocateNumbers(
  ctx: Ctx,
  { numberIds, customerId }: BodyOf<typeof allocateEndpoint>,
): Promise<AnswerOf<typeof allocateEndpoint>> {
  const target = await directChild(ctx, customerId);
  const numbers = await lockLoose(ctx, numberIds);
  const ids = numbers.map((number) => number.card_id);
  const moved = await moveEsimCards(ctx, ids, { customerId: target.id, name: target.name }, 'allocate_card');
  ctx.note({ objectKind: 'codeNumber', summary: target.name, after: { customerId: target.id, numbers: moved } });
  return { moved };
}

export async function recoverNumbers(
  ctx: Ctx,
  { numberIds }: BodyOf<typeof recoverEndpoint>,
): Promise<AnswerOf<typeof recoverEndpoint>> {
  const own = await ownCustomer(ctx);
  const numbers = await lockLoose(ctx, numberIds);
  const away = numbers.filter((number) => number.customer_id !== own.id).map((number) => number.card_id);
  if (away.length === 0) throw new Refused(nothingToRecover);
  const moved = await moveEsimCards(ctx, away, { customerId: own.id, name: own.name }, 'recover_card');
  ctx.note({ objectKind: 'codeNumber', summary: own.name, after: { customerId: own.id, numbers: moved } });
  return { moved };
}
