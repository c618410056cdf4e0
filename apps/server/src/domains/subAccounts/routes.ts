import * as endpoints from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { addSubAccount, resendCode } from './opening/applyAccount.ts';
import { closeSubAccount, confirmSubAccount, querySubAccount, setSplitRule } from './opening/askAccount.ts';
import { readChannel, subAccountDataset } from './reading/subAccountList.ts';

export const routes: readonly Route[] = [
  bindList(endpoints.listSubAccounts, subAccountDataset),
  bind(endpoints.readSubAccountChannel, (ctx, { query }) => readChannel(ctx, query)),
  bindPrepared(endpoints.addSubAccount, (ctx, { body }) => addSubAccount(ctx, body), { perMinute: 30 }),
  bindPrepared(endpoints.resendSubAccountCode, (ctx, { body }) => resendCode(ctx, body), { perMinute: 10 }),
  bindPrepared(endpoints.confirmSubAccount, (ctx, { body }) => confirmSubAccount(ctx, body), { perMinute: 30 }),
  bindPrepared(endpoints.querySubAccount, (ctx, { body }) => querySubAccount(ctx, body), { perMinute: 60 }),
  bind(endpoints.setSplitRule, (ctx, { body }) => setSplitRule(ctx, body)),
  bindPrepared(endpoints.closeSubAccount, (ctx, { body }) => closeSubAccount(ctx, body), { perMinute: 30 }),
];
