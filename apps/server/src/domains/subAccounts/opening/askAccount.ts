import {
  codeRefused,
  lianlianRefused,
  moneyUnderWay,
  noCodeAwaited,
  subAccountNotOpen,
} from '@cardinal/contract/api/subAccounts/refusals.ts';
import type {
  closeSubAccount as closeEndpoint,
  confirmSubAccount as confirmEndpoint,
  querySubAccount as queryEndpoint,
  setSplitRule as splitEndpoint,
} from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import { type AccountSeen, providerAdapterOf } from '../../providerAdapters/face.ts';
import { accountIn, asSeen, holderOf, keepAccount, note, open } from '../accounts/accountStore.ts';
import type { SubAccountRow } from '../subAccountTables.ts';
import { AWAITS_CODE } from './applyAccount.ts';

/** Keeps what Lianlian said, under the account's lock. One that is not open any more is split for no more. */
const kept =
  (
    named: { channelId: string; id: string },
    seen: AccountSeen,
    more: Partial<SubAccountRow> = {},
    after: object = {},
  ) =>
  async (inside: Ctx) => {
    const row = await accountIn(inside, named, true);
    const isOver = seen.state === 'closed' ? { split_rule: 'none' as const, balance: null } : {};
    await keepAccount(inside, row, { ...asSeen(inside, seen), ...isOver, ...more });
    note(inside, row, { state: row.state }, { state: seen.state, said: seen.said, ...after });
    return { state: seen.state };
  };

/** Hands in the holder's code. Where the answer was lost, Lianlian is asked how the account stands. */
export async function confirmSubAccount(
  ctx: Ctx,
  { code, ...named }: BodyOf<typeof confirmEndpoint>,
): Promise<Commit<AnswerOf<typeof confirmEndpoint>>> {
  const row = await accountIn(ctx, named);
  if (!AWAITS_CODE.includes(row.state) || row.token === null) throw new Refused(noCodeAwaited);
  const heard = await callProvider(ctx, row.merchant_id, 'confirmAccount', {
    userNo: row.user_no,
    isCompany: row.kind === 'company',
    applyNo: row.apply_no,
    token: open(ctx, row, 'token', row.token),
    code,
  });
  if (heard.kind === 'ok') return kept(named, heard.answer, { token: null });
  const seen = await callProvider(ctx, row.merchant_id, 'queryAccount', { userNo: row.user_no });
  if (seen.kind === 'ok' && !AWAITS_CODE.includes(seen.answer.state)) return kept(named, seen.answer, { token: null });
  const reason = say(heard.words, ctx.language);
  if (heard.kind === 'refused') throw refusedAt('code', codeRefused, { reason });
  throw new Refused(lianlianRefused, { reason });
}

export async function querySubAccount(
  ctx: Ctx,
  named: BodyOf<typeof queryEndpoint>,
): Promise<Commit<AnswerOf<typeof queryEndpoint>>> {
  const row = await accountIn(ctx, named);
  const heard = await callProvider(ctx, row.merchant_id, 'queryAccount', { userNo: row.user_no });
  if (heard.kind === 'ok') {
    // Registered and waiting for its code: Lianlian's word for both is the same.
    const waits = heard.answer.state === 'pending' && row.token !== null;
    return kept(named, waits ? { ...heard.answer, state: 'waitsForCode' } : heard.answer);
  }
  return async (inside) => {
    const locked = await accountIn(inside, named, true);
    await keepAccount(inside, locked, { failure_zh: heard.words.zh, failure_en: heard.words.en });
    note(inside, locked, undefined, { failure: heard.words.zh });
    return { state: locked.state };
  };
}

export async function setSplitRule(
  ctx: Ctx,
  { splitRule, version, ...named }: BodyOf<typeof splitEndpoint>,
): Promise<AnswerOf<typeof splitEndpoint>> {
  const row = await accountIn(ctx, named, true);
  if (row.version !== version) throw new Refused(changedByAnother);
  if (splitRule !== 'none' && row.state !== 'open') throw new Refused(subAccountNotOpen);
  await keepAccount(ctx, row, { split_rule: splitRule });
  note(ctx, row, { splitRule: row.split_rule }, { splitRule });
  return DONE;
}

/** Whether a payment that names it is not through: unpaid, or with money still to be taken back. */
async function isInUse(ctx: Ctx, row: SubAccountRow): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
      select from sub_accounts.split s join payments.v_payment p on p.id = s.payment_id
      where s.account_id = ${row.id}::bigint and (p.state in ('created', 'open') or exists (
        select from sub_accounts.take_back t where t.split_id = s.id and t.owed_at is null
          and not exists (select from payments.v_refund r where r.first_id = t.refund_id and r.state = 'done')))
    ) as found`.execute(ctx.beyondScope('payments that name an account of the platform'));
  return rows[0]?.found === true;
}

/** Closed is what Lianlian says is closed: it is asked at once. */
export async function closeSubAccount(
  ctx: Ctx,
  { reason, ...named }: BodyOf<typeof closeEndpoint>,
): Promise<Commit<AnswerOf<typeof closeEndpoint>>> {
  const row = await accountIn(ctx, named);
  if (await isInUse(ctx, row)) throw new Refused(moneyUnderWay);
  const merchant = await merchantBeyondScope(ctx, row.merchant_id);
  const heard = await callProvider(ctx, row.merchant_id, 'closeAccount', {
    ...holderOf(ctx, row),
    closeNo: `X${ctx.ids.next()}`,
    noticeUrl: merchant ? noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key) : '',
  });
  if (heard.kind === 'refused') throw new Refused(lianlianRefused, { reason: say(heard.words, ctx.language) });
  const seen = await callProvider(ctx, row.merchant_id, 'queryAccount', { userNo: row.user_no });
  if (seen.kind !== 'ok') throw new Refused(lianlianRefused, { reason: say(seen.words, ctx.language) });
  return kept(named, seen.answer, {}, { reason });
}
