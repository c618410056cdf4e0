import { passwordWrong } from '@cardinal/contract/api/identity/twoStep.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { fitsPassword, proveMyself } from '../../identity/face.ts';

/** Requires the signed-in account's password again, before money leaves. Not inside a transaction. */
export const provePassword = (ctx: Ctx, field: string, password: string) =>
  proveMyself(ctx, field, async (account) =>
    (await fitsPassword(account.password_hash, password)) ? undefined : refusedAt(field, passwordWrong),
  );
