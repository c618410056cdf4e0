import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../framework/context.ts';
import { hasAccounts } from '../identity/face.ts';

declare module '../../framework/tables.ts' {
  interface Tables {
    'setup.code': { one: boolean; sealed: string };
  }
}

const PLACE = 'setup.code';
/** Without characters easily confused when copied from a log. 32 of them: each is worth five bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 5;
const IN_GROUP = 4;

const makeCode = ({ random }: Ctx): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: IN_GROUP }, () => LETTERS[random.int(LETTERS.length)]).join(''),
  ).join('-');

/** The set-up is open until the first account exists. */
export const isSetupOpen = async (ctx: Ctx): Promise<boolean> => !(await hasAccounts(ctx));

/** The code for the log, 100 random bits; undefined once there is an account. All processes on one database have the same. */
export async function setupCode(ctx: Ctx): Promise<string | undefined> {
  if (!(await isSetupOpen(ctx))) return undefined;
  await ctx.db
    .insertInto('setup.code')
    .values({ one: true, sealed: ctx.secrets.seal(makeCode(ctx), PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readCode(ctx);
}

async function readCode(ctx: Ctx): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('setup.code').select('sealed').executeTakeFirst();
  return row && ctx.secrets.open(row.sealed, PLACE);
}

const digestOf = (code: string) => createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest();

/** Compares digests, so that the time does not depend on where the two codes differ. */
export async function isSetupCode(ctx: Ctx, typed: string): Promise<boolean> {
  const code = await readCode(ctx);
  return timingSafeEqual(digestOf(typed), digestOf(code ?? '')) && code !== undefined;
}

/** Uses the code up. Of several set-ups at once one gets true. */
export async function useSetupCode(ctx: Ctx): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('setup.code').executeTakeFirst();
  return numDeletedRows === 1n && (await isSetupOpen(ctx));
}
