import type {
  readAccountInfo as endpoint,
  editMyProfile as profileEndpoint,
} from '@cardinal/contract/api/identity/identity.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { permissionTitle, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { maskedEmail } from '@cardinal/primitives/email.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf, customerSteps } from '../../customers/face.ts';
import { signedIn } from '../signIn/signedIn.ts';
import { twoStepOf } from '../signIn/twoStepStore.ts';
import { contactsAfter } from './contacts.ts';
import { sessionsOf, signInsOf } from './readAccount.ts';

const WHY = 'my own account, whatever my data scope';

/** The caller's account in full: identity, permissions and sessions. */
export async function readAccountInfo(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const actor = accountOf(ctx);
  const { accountId, customerId, permissions } = actor;
  const db = ctx.beyondScope(WHY);
  const account = await db
    .selectFrom('identity.account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const me = await signedIn(ctx, accountId, ctx.clock.now(), actor);
  const roles = await db
    .selectFrom('identity.account_role as ar')
    .innerJoin('identity.role as r', 'r.id', 'ar.role_id')
    .select(['r.id', 'r.name', 'r.description'])
    .where('ar.account_id', '=', accountId)
    .orderBy('r.name')
    .execute();
  const customer = await customerOf(db, customerId);
  const signIns = await signInsOf(db, accountId);
  const twoStep = await twoStepOf(db, accountId);
  return {
    account: account.account,
    name: account.name,
    phone: account.phone && maskedPhone(account.phone),
    phoneVerifiedAt: account.phone_verified_at?.toISOString() ?? null,
    email: account.email === null ? null : maskedEmail(account.email),
    emailVerifiedAt: account.email_verified_at?.toISOString() ?? null,
    customer: { ...me.customer, path: await customerSteps(ctx.db, customer?.path ?? '') },
    roles,
    permissions: [...permissions].sort().map((id) => ({ id, ...permissionTitle(id), subject: subjectOf(id) })),
    passwordChangedAt: account.password_changed_at.toISOString(),
    twoStep: twoStep ? { since: twoStep.since.toISOString(), recoveryCodesLeft: twoStep.recoveryCodesLeft } : null,
    sessions: await sessionsOf(ctx, db, accountId),
    lastSignIns: signIns,
  };
}

export async function editMyProfile(ctx: Ctx, body: BodyOf<typeof profileEndpoint>) {
  const { accountId, account } = accountOf(ctx);
  const db = ctx.beyondScope(WHY);
  const before = await db
    .selectFrom('identity.account')
    .select(['name', 'phone', 'email', 'phone_verified_at', 'email_verified_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = { name: body.name, ...contactsAfter(before, body) };
  await db
    .updateTable('identity.account')
    .set((column) => ({ ...after, version: column('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', accountId)
    .execute();
  ctx.note({ objectKind: 'account', objectId: accountId, summary: account, before, after });
  return DONE;
}
