import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import {
  accountNumberOf,
  type addCollectingAccount as addEndpoint,
  type editCollectingAccount as editEndpoint,
} from '@cardinal/contract/api/payments/collectingAccounts.ts';
import {
  currencyOfChildren,
  duplicateCollectingAccount,
  leastAboveDay,
  leastAboveMost,
  tooManyCollectingAccounts,
} from '@cardinal/contract/api/payments/refusals.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import type { CollectingAccountRow } from '../paymentTables.ts';
import { MOST_ACCOUNTS } from './accountRules.ts';
import { holdOwn, holdRoute, logChange, numberPlace } from './accountStore.ts';

type Terms = Omit<BodyOf<typeof editEndpoint>, 'id' | 'version'>;

/** The terms of an account as its row keeps them; refused at the field that does not fit. */
function termsOf(body: Terms, currency: string) {
  const minor = (name: 'least' | 'most' | 'dayMost') => {
    const written = body[name];
    return written ? sentAmount(name, written, currency, 'smallest').minor : undefined;
  };
  const [least, most, dayMost] = [minor('least'), minor('most'), minor('dayMost')];
  if (least !== undefined && most !== undefined && most < least) throw refusedAt('most', leastAboveMost);
  if (least !== undefined && dayMost !== undefined && dayMost < least) throw refusedAt('dayMost', leastAboveDay);
  return {
    holder: body.holder,
    bank: body.bank,
    branch: body.branch || null,
    remark_prefix: body.remarkPrefix || null,
    least: least === undefined ? null : String(least),
    most: most === undefined ? null : String(most),
    day_most: dayMost === undefined ? null : String(dayMost),
    note: body.note || null,
  };
}

const noted = (row: ReturnType<typeof termsOf>) => ({
  holder: row.holder,
  bank: row.bank,
  branch: row.branch,
  remarkPrefix: row.remark_prefix,
  least: row.least,
  most: row.most,
  dayMost: row.day_most,
  note: row.note,
});

export async function addCollectingAccount(ctx: Ctx, body: BodyOf<typeof addEndpoint>): Promise<{ id: string }> {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  if (!own) throw new Refused(notFound);
  const { scene, currency = own.currency } = body;
  // Below the platform a tree is of one currency.
  if (own.kind !== 'PLATFORM' && own.currency !== currency)
    throw refusedAt('currency', currencyOfChildren, { currency: own.currency });
  const terms = termsOf(body, currency);
  const number = accountNumberOf(body.accountNumber);
  const before = await holdRoute(ctx, { customer_id: customerId, scene, currency });
  if (before.length >= MOST_ACCOUNTS) throw new Refused(tooManyCollectingAccounts, { most: MOST_ACCOUNTS });
  const same = before.find((each) => ctx.secrets.open(each.account_number, numberPlace(each.id)) === number);
  if (same) throw refusedAt('accountNumber', duplicateCollectingAccount);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row: CollectingAccountRow = {
    ...terms,
    id,
    customer_id: customerId,
    scene,
    provider: PaymentProvider.values.bankTransfer,
    currency,
    position: before.length + 1,
    is_enabled: true,
    account_number: ctx.secrets.seal(number, numberPlace(id)),
    number_tail: number.slice(-4),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await ctx.db.insertInto('payments.collecting_account').values(row).execute();
  await logChange(ctx, row, { kind: 'added', before, after: [...before, row], noted: { after: noted(terms) } });
  return { id };
}

export async function editCollectingAccount(ctx: Ctx, body: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const { account, accounts } = await holdOwn(ctx, body.id);
  if (account.version !== body.version) throw new Refused(changedByAnother);
  const terms = termsOf(body, account.currency);
  await ctx.db
    .updateTable('payments.collecting_account')
    .set({ ...terms, version: account.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', account.id)
    .execute();
  await logChange(
    ctx,
    { ...account, ...terms },
    { kind: 'edited', before: accounts, after: accounts, noted: { before: noted(account), after: noted(terms) } },
  );
  return DONE;
}
