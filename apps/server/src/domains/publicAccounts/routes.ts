import * as endUsers from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import * as accounts from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { endUserOf } from '../../framework/context.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { accountDataset } from './accounts/accountList.ts';
import { openAccountPage } from './accounts/accountStore.ts';
import { addPublicAccount, editPublicAccount, switchPublicAccount } from './accounts/editAccounts.ts';
import { bindCard, unbindCard } from './cards/bindCard.ts';
import { cardsOf, shownCards } from './cards/cardsOfEndUser.ts';
import { endSessions } from './signIn/sessions.ts';
import { signInByCode } from './signIn/signInByCode.ts';

const GATE_PER_MINUTE = 600;
const SIGN_INS_PER_MINUTE = 300;

export const routes: readonly Route[] = [
  bindList(accounts.listPublicAccounts, accountDataset),
  bind(accounts.addPublicAccount, (ctx, { body }) => addPublicAccount(ctx, body)),
  bind(accounts.editPublicAccount, (ctx, { body }) => editPublicAccount(ctx, body)),
  bind(accounts.switchPublicAccount, (ctx, { body }) => switchPublicAccount(ctx, body)),
  bind(
    endUsers.readGate,
    async (ctx, { params }) => {
      const found = await openAccountPage(ctx, params.account);
      if (!found) throw new Refused(accounts.publicAccountNotFound);
      return { name: found.name, hotline: found.hotline };
    },
    { perMinute: GATE_PER_MINUTE },
  ),
  bindPrepared(endUsers.signInByCode, (ctx, { params, body }) => signInByCode(ctx, params.account, body), {
    perMinute: SIGN_INS_PER_MINUTE,
  }),
  bind(endUsers.readCards, async (ctx) => ({ cards: await shownCards(ctx, await cardsOf(ctx)) })),
  bindPrepared(endUsers.bindCard, (ctx, { body }) => bindCard(ctx, body)),
  bind(endUsers.unbindCard, (ctx, { body }) => unbindCard(ctx, body)),
  bind(endUsers.leave, async (ctx) => {
    await endSessions(ctx, { id: endUserOf(ctx).endUserId });
    return DONE;
  }),
];
