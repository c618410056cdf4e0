import {
  hasSubAccount,
  lianlianRefused,
  noCodeAwaited,
  notSplitFor,
} from '@cardinal/contract/api/subAccounts/refusals.ts';
import {
  type addSubAccount as addEndpoint,
  cardDigits,
  type resendSubAccountCode as resendEndpoint,
} from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { idCardRule, normalIdCard } from '@cardinal/primitives/idCard.ts';
import { licenceCodeRule, normalLicenceCode } from '@cardinal/primitives/licenceCode.ts';
import { starredNumber } from '@cardinal/primitives/maskedNumber.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import { type AccountSeen, providerAdapterOf } from '../../providerAdapters/face.ts';
import { accountIn, asSeen, holderOf, keepAccount, note, open, ownChannel, seal } from '../accounts/accountStore.ts';
import type { SubAccountRow } from '../subAccountTables.ts';

type Add = BodyOf<typeof addEndpoint>;

/** Still open to a code: another may be sent. */
export const AWAITS_CODE: readonly string[] = ['waitsForCode', 'pending'];

/** The number as it is written, by the rule of its kind. */
function checkedNumber(ctx: Ctx, { kind, idNumber }: Add): string {
  const isCompany = kind === 'company';
  const written = isCompany ? normalLicenceCode(idNumber) : normalIdCard(idNumber);
  const wrong = isCompany ? licenceCodeRule(written) : idCardRule({ clock: ctx.clock })(written);
  if (wrong) throw new Refused(invalid, {}, [{ field: 'idNumber', ...wrong }]);
  return written;
}

const ofChannel = (ctx: Ctx) => ctx.beyondScope('a customer has one account at a merchant, whoever sees it');

/**
 * Our number of a customer at a merchant: the same until its account is closed, so that an application whose answer was lost acts
 * on the same user.
 */
async function userNoOf(ctx: Ctx, merchantId: string, customerId: string): Promise<string> {
  const rows = await ofChannel(ctx)
    .selectFrom('sub_accounts.account')
    .select('state')
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .execute();
  if (rows.some(({ state }) => state !== 'closed')) throw refusedAt('customerId', hasSubAccount);
  return `C${BigInt(customerId).toString(36).toUpperCase()}N${rows.length + 1}`;
}

async function applyFor(ctx: Ctx, row: SubAccountRow): Promise<{ seen: AccountSeen; token: string }> {
  const merchant = await merchantBeyondScope(ctx, row.merchant_id);
  const noticeUrl = merchant ? noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key) : '';
  const bankCard = open(ctx, row, 'bank_card', row.bank_card);
  const args = { ...holderOf(ctx, row), applyNo: row.apply_no, bankCard, noticeUrl };
  const heard = await callProvider(ctx, row.merchant_id, 'openAccount', args);
  if (heard.kind !== 'ok') throw new Refused(lianlianRefused, { reason: say(heard.words, ctx.language) });
  return heard.answer;
}

const applied = (ctx: Ctx, row: SubAccountRow, { seen, token }: { seen: AccountSeen; token: string }) => ({
  ...asSeen(ctx, seen),
  apply_no: row.apply_no,
  token: seal(ctx, row.id, 'token', token),
});

/** Asks Lianlian first; what it does not accept is not kept. */
export async function addSubAccount(ctx: Ctx, body: Add): Promise<Commit<AnswerOf<typeof addEndpoint>>> {
  const channel = await ownChannel(ctx, body.channelId);
  const customer = await customerOf(ctx.db, body.customerId);
  if (!customer || customer.id === channel.customer_id) throw refusedAt('customerId', notSplitFor);
  const idNumber = checkedNumber(ctx, body);
  const bankCard = cardDigits(body.bankCard);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row: SubAccountRow = {
    id,
    merchant_id: channel.id,
    owner_id: channel.customer_id,
    customer_id: customer.id,
    kind: body.kind,
    holder: body.holder,
    id_number: seal(ctx, id, 'id_number', idNumber),
    phone: seal(ctx, id, 'phone', body.phone),
    phone_mask: maskedPhone(body.phone),
    bank_card: seal(ctx, id, 'bank_card', bankCard),
    card_mask: starredNumber(bankCard),
    user_no: await userNoOf(ctx, channel.id, customer.id),
    apply_no: `A${id}`,
    token: null,
    state: 'unknown',
    said: '',
    asked_at: now,
    balance: null,
    split_rule: 'none',
    failure_zh: null,
    failure_en: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  const answer = await applyFor(ctx, row);
  return async (inside) => {
    const kept = { ...row, ...applied(inside, row, answer) };
    await refuseDuplicate(
      'sub_account_once',
      refusedAt('customerId', hasSubAccount),
      inside.db.insertInto('sub_accounts.account').values(kept).execute(),
    );
    note(inside, kept, undefined, {
      kind: row.kind,
      phone: row.phone_mask,
      bankCard: row.card_mask,
      state: kept.state,
    });
    return { id };
  };
}

/** Applies once more with what is known; the code before counts no more. */
export async function resendCode(
  ctx: Ctx,
  body: BodyOf<typeof resendEndpoint>,
): Promise<Commit<AnswerOf<typeof resendEndpoint>>> {
  const row = await accountIn(ctx, body);
  if (!AWAITS_CODE.includes(row.state)) throw new Refused(noCodeAwaited);
  const anew = { ...row, apply_no: `A${ctx.ids.next()}` };
  const answer = await applyFor(ctx, anew);
  return async (inside) => {
    const locked = await accountIn(inside, body, true);
    if (!AWAITS_CODE.includes(locked.state)) throw new Refused(noCodeAwaited);
    await keepAccount(inside, locked, applied(inside, anew, answer));
    note(inside, locked, { state: locked.state }, { state: answer.seen.state, resent: true });
    return DONE;
  };
}
