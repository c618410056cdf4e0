import * as setup from '@cardinal/contract/api/setup/setup.ts';
import { bind, bindPrepared, type Route } from '../../framework/domain.ts';
import { beginSetup, finishSetup } from './finishSetup.ts';
import { isSetupOpen } from './setupCode.ts';

/** A hundred bits are not guessed; ten attempts a minute are enough for typing errors. */
const options = { isOffered: isSetupOpen, perMinute: 10 };

export const routes: readonly Route[] = [
  bind(setup.beginSetup, (ctx, { body }) => beginSetup(ctx, body), { ...options, transaction: 'none' }),
  bindPrepared(setup.finishSetup, (ctx, { body }) => finishSetup(ctx, body), options),
];
