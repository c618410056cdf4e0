import {
  exemptFromSpeed,
  liftSpeeds,
  listLimitedCards,
  listSpeedFirings,
  readSpeedLimit,
  retrySpeeds,
} from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import {
  countSpeedLimitCards,
  previewSpeedSwitch,
  releaseSpeedBrake,
  speedLimitChoices,
  speedLimitFigures,
  switchSpeedLimit,
} from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { exemptCards, liftCards, retryCards } from './managing/cardActions.ts';
import { choicesOf } from './managing/choices.ts';
import { countChosen } from './managing/chosenCards.ts';
import { limitRegister } from './managing/limitRegister.ts';
import { limitOf } from './managing/limitStore.ts';
import { previewSwitch, releaseBrake, switchLimit } from './managing/switchLimit.ts';
import { cardDataset } from './reading/cardList.ts';
import { firingDataset } from './reading/firingList.ts';
import { figuresOf, readLimit } from './reading/readLimit.ts';

const ownerOf = async (ctx: Ctx, id: string | undefined): Promise<string> =>
  id === undefined ? accountOf(ctx).customerId : (await limitOf(ctx, id)).customer_id;

export const routes: readonly Route[] = [
  ...limitRegister,
  bind(speedLimitChoices, async (ctx, { query }) => choicesOf(ctx, await ownerOf(ctx, query.id))),
  bind(countSpeedLimitCards, async (ctx, { body }) => countChosen(ctx, await ownerOf(ctx, body.id), body)),
  bind(speedLimitFigures, (ctx) => figuresOf(ctx)),
  bind(previewSpeedSwitch, (ctx, { query }) => previewSwitch(ctx, query)),
  bind(switchSpeedLimit, (ctx, { body }) => switchLimit(ctx, body)),
  bind(releaseSpeedBrake, (ctx, { body }) => releaseBrake(ctx, body)),
  bind(readSpeedLimit, (ctx, { query }) => readLimit(ctx, query)),
  bindList(listLimitedCards, cardDataset),
  bindList(listSpeedFirings, firingDataset),
  bind(retrySpeeds, (ctx, { body }) => retryCards(ctx, body)),
  bind(liftSpeeds, (ctx, { body }) => liftCards(ctx, body)),
  bind(exemptFromSpeed, (ctx, { body }) => exemptCards(ctx, body)),
];
