import * as programs from '@cardinal/contract/api/miniPrograms/programRoutes.ts';
import { bind, bindPrepared, type Route } from '../../framework/domain.ts';
import { enableProgramRoute, testProgramRoute } from './programs/editRoutes.ts';
import { programRegister, readProgramChoices } from './programs/programRegister.ts';

export const routes: readonly Route[] = [
  ...programRegister,
  bind(programs.readProgramChoices, (ctx) => readProgramChoices(ctx)),
  bind(programs.enableProgramRoute, (ctx, { body }) => enableProgramRoute(ctx, body)),
  bindPrepared(programs.testProgramRoute, (ctx, { body }) => testProgramRoute(ctx, body), { perMinute: 30 }),
];
