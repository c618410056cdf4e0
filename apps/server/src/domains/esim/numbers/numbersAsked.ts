import type { NamedNumbers } from '@cardinal/contract/api/esim/named.ts';
import { listNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { namesFound } from '../filtered.ts';
import { numberDataset } from './numberList.ts';
import { lockNumbers, type OwnedNumber } from './numberStore.ts';

/** The code numbers a change names, held until its transaction ends; all within the caller's scope. */
export async function numbersAsked(ctx: Ctx, named: NamedNumbers): Promise<OwnedNumber[]> {
  if (Array.isArray(named)) return lockNumbers(ctx, named);
  const found = { endpoint: listNumbers, dataset: numberDataset, column: sql<string>`n.card_id` };
  return lockNumbers(ctx, await namesFound(ctx, found, named));
}
