import {
  contactDiffers,
  contactNotVerifiable,
  type verifyContact as endpoint,
} from '@cardinal/contract/api/identity/accounts.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { accountKey } from '@cardinal/primitives/account.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import type { AccountTable } from '../identityTables.ts';
import { refuseAboveMe } from '../rights/aboveMe.ts';
import { lockAccount } from './accountGuards.ts';

type Contacts = Pick<AccountTable, 'phone' | 'email' | 'phone_verified_at' | 'email_verified_at'>;

const keyOf = (contact: string | null) => contact && accountKey(contact);

/** The contacts of an account after an edit; one that was changed has to be verified again. */
export function contactsAfter(
  before: Contacts,
  asked: { readonly phone?: string | null | undefined; readonly email?: string | null | undefined },
): Contacts {
  const phone = asked.phone === undefined ? before.phone : asked.phone || null;
  const email = asked.email === undefined ? before.email : asked.email || null;
  return {
    phone,
    email,
    phone_verified_at: keyOf(phone) === keyOf(before.phone) ? before.phone_verified_at : null,
    email_verified_at: keyOf(email) === keyOf(before.email) ? before.email_verified_at : null,
  };
}

/**
 * Marks a contact as belonging to the person of the account, who can then sign in with it. The value is typed in full, because
 * what was verified must be what is stored. Without a value the mark is withdrawn. Nothing here sends messages, so a person who
 * may do so vouches for it.
 */
export async function verifyContact(ctx: Ctx, { id, contact, value }: BodyOf<typeof endpoint>) {
  const account = await lockAccount(ctx, id);
  await refuseAboveMe(ctx, account.id);
  if (value !== null && keyOf(value) !== keyOf(account[contact])) throw refusedAt('value', contactDiffers);
  const now = ctx.clock.now();
  const mark = value === null ? null : now;
  await refuseDuplicate(
    `account_${contact}_verified`,
    refusedAt('value', contactNotVerifiable),
    ctx.db
      .updateTable('identity.account')
      .set({ [`${contact}_verified_at`]: mark, version: account.version + 1, updated_at: now })
      .where('id', '=', account.id)
      .execute(),
  );
  ctx.note({
    customerId: account.customer_id,
    objectKind: 'account',
    objectId: account.id,
    summary: account.account,
    before: { [contact]: account[contact], isVerified: account[`${contact}_verified_at`] !== null },
    after: { [contact]: account[contact], isVerified: mark !== null },
  });
  return DONE;
}
