import { programsNotRun } from '@cardinal/contract/api/miniPrograms/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { MINI_PROGRAM_CUSTOMER_ID } from '@cardinal/contract/routes/menuRules.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type CustomerFacts, customerOf } from '../../customers/face.ts';

/** The customer that runs mini-programs, where the caller is of it or of the platform; nobody else sets them up. */
export async function programsOwner(ctx: Ctx): Promise<CustomerFacts | undefined> {
  const { customerId } = accountOf(ctx);
  const isOwner = customerId === MINI_PROGRAM_CUSTOMER_ID;
  if (!isOwner && (await customerOf(ctx.db, customerId))?.kind !== 'PLATFORM') return undefined;
  return customerOf(ctx.db, MINI_PROGRAM_CUSTOMER_ID);
}

export async function requireProgramsOwner(ctx: Ctx): Promise<CustomerFacts> {
  const owner = await programsOwner(ctx);
  if (!owner) throw new Refused(programsNotRun);
  return owner;
}
