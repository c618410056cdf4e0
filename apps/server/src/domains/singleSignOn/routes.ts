import * as providers from '@cardinal/contract/api/singleSignOn/providers.ts';
import * as signIn from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import { bind, type Route } from '../../framework/domain.ts';
import { setLocalSignIn } from './providers/localSignIn.ts';
import { readOffered, readSettings } from './providers/readSettings.ts';
import { deleteProvider, saveProvider } from './providers/saveProvider.ts';
import { testProvider } from './providers/testProvider.ts';
import { beginSignIn } from './signIn/beginSignIn.ts';
import { finishSignIn } from './signIn/finishSignIn.ts';

export const routes: readonly Route[] = [
  bind(signIn.readOffered, (ctx, { query }) => readOffered(ctx, query.company), { perMinute: 30 }),
  bind(signIn.beginSignIn, (ctx, { body }) => beginSignIn(ctx, body.providerId), {
    transaction: 'none',
    perMinute: 30,
  }),
  bind(signIn.finishSignIn, (ctx, { body }) => finishSignIn(ctx, body), { transaction: 'none', perMinute: 30 }),

  bind(providers.readSingleSignOn, (ctx, { query }) => readSettings(ctx, query.customerId)),
  bind(providers.saveProvider, (ctx, { body }) => saveProvider(ctx, body)),
  bind(providers.deleteProvider, (ctx, { body }) => deleteProvider(ctx, body.id)),
  bind(providers.testProvider, (ctx, { body }) => testProvider(ctx, body), { transaction: 'none', perMinute: 30 }),
  bind(providers.setLocalSignIn, (ctx, { body }) => setLocalSignIn(ctx, body)),
];
