import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import {
  previewFlowSwitch,
  releaseFlowBrake,
  switchFlowStrategy,
} from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { firingDataset } from './reading/firingList.ts';
import { previewSwitch, releaseBrake, switchFlow } from './switching/switchFlow.ts';

export const routes: readonly Route[] = [
  bind(previewFlowSwitch, (ctx, { query }) => previewSwitch(ctx, query)),
  bind(switchFlowStrategy, (ctx, { body }) => switchFlow(ctx, body)),
  bind(releaseFlowBrake, (ctx, { body }) => releaseBrake(ctx, body)),
  bindList(listFlowFirings, firingDataset),
];
