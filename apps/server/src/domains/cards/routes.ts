import {
  listCards,
  listNbCards,
  listVoiceCards,
  readSilence as silenceEndpoint,
} from '@cardinal/contract/api/cards/cardList.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { historyRoutes } from './history/historyRoutes.ts';
import { cardDataset } from './list/cardDataset.ts';
import { nbDataset, readSilence, voiceDataset } from './list/kindLists.ts';
import { tagRoutes } from './tags/tagRegister.ts';

export const routes: readonly Route[] = [
  bindList(listCards, cardDataset),
  bindList(listVoiceCards, voiceDataset),
  bindList(listNbCards, nbDataset),
  bind(silenceEndpoint, (ctx) => readSilence(ctx)),
  ...tagRoutes,
  ...historyRoutes,
];
