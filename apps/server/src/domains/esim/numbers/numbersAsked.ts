import type { NamedNumbers } from '@cardinal/contract/api/esim/named.ts';
import { listNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { namesFound } from '../filtered.ts';
import { numberDataset } from './numberList.ts';
import { lockNumbers, type OwnedNumber, seeNumbers } from './numberStore.ts';

/** The ids of the code numbers a change names; those of a filter are within the caller's scope. */
export async function numbersNamed(ctx: Ctx, named: NamedNumbers): Promise<string[]> {
  if (Array.isArray(named)) return [...new Set(named)];
  const found = { endpoint: listNumbers, dataset: numberDataset, column: sql<string>`n.card_id` };
  return namesFound(ctx, found, named);
}

/** The code numbers a preview names, all within the caller's scope; they are not locked. */
export async function numbersShown(ctx: Ctx, named: NamedNumbers): Promise<OwnedNumber[]> {
  return seeNumbers(ctx, await numbersNamed(ctx, named));
}

/** The code numbers a change names, all within the caller's scope, locked until its transaction ends. */
export async function numbersAsked(ctx: Ctx, named: NamedNumbers): Promise<OwnedNumber[]> {
  return lockNumbers(ctx, await numbersNamed(ctx, named));
}
