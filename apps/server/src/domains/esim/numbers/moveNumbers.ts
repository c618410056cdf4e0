import type {
  allocateNumbers as allocateEndpoint,
  recoverNumbers as recoverEndpoint,
} from '@cardinal/contract/api/esim/numbers.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { moveEsimCards } from '../../cards/face.ts';
import type { CustomerFacts } from '../../customers/face.ts';
import { directChild, ownCustomer } from '../directChild.ts';
import type { OwnedNumber } from './numberStore.ts';
import { numbersAsked } from './numbersAsked.ts';
import { stepped } from './stockRules.ts';

export async function allocateNumbers(
  ctx: Ctx,
  { numberIds, customerId }: BodyOf<typeof allocateEndpoint>,
): Promise<AnswerOf<typeof allocateEndpoint>> {
  const target = await directChild(ctx, customerId);
  const { ready, left } = stepped({ kind: 'allocate', to: target.id }, await numbersAsked(ctx, numberIds));
  return { moved: await move(ctx, ready, target, 'allocate_card'), left };
}

export async function recoverNumbers(
  ctx: Ctx,
  { numberIds }: BodyOf<typeof recoverEndpoint>,
): Promise<AnswerOf<typeof recoverEndpoint>> {
  const own = await ownCustomer(ctx);
  const { ready, left } = stepped({ kind: 'recover', to: own.id }, await numbersAsked(ctx, numberIds));
  return { moved: await move(ctx, ready, own, 'recover_card'), left };
}

async function move(
  ctx: Ctx,
  numbers: readonly OwnedNumber[],
  { id, name }: CustomerFacts,
  action: 'allocate_card' | 'recover_card',
): Promise<number> {
  const ids = numbers.map((number) => number.card_id);
  const moved = await moveEsimCards(ctx, ids, { customerId: id, name }, action);
  ctx.note({ objectKind: 'codeNumber', summary: name, after: { customerId: id, numbers: moved } });
  return moved;
}
