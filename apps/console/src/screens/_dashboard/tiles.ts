import {
  readActivationsTile,
  readAttentionTile,
  readBackgroundTile,
  readCardsTile,
  readCarriersTile,
  readChildrenTile,
  readCycleTile,
  readEndingTile,
  readGrowthTile,
  readOnlineTile,
  readPlacesTile,
  readStoppedTile,
  readUsageTile,
  readWorkTile,
} from '@cardinal/contract/api/reports/dashboard.ts';
import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { ComponentType } from 'react';
import { AttentionTile } from './AttentionTile.tsx';
import { BackgroundTile } from './BackgroundTile.tsx';
import { CardsTile } from './CardsTile.tsx';
import { CarriersTile } from './CarriersTile.tsx';
import { CycleTile } from './CycleTile.tsx';
import { ChildrenTile, GrowthTile, PlacesTile } from './countTiles.tsx';
import { ActivationsTile, EndingTile, UsageTile } from './dayTiles.tsx';
import { OnlineTile, StoppedTile, WorkTile } from './figureTiles.tsx';
import type { TileKey } from './layouts.ts';
import { TasksTile } from './TasksTile.tsx';

/** A tile: its name where tiles are arranged, and the question it asks; who may not ask does not get it. */
export type TileSpec = {
  readonly name: Text;
  readonly call: Pick<Endpoint, 'permission'>;
  readonly Tile: ComponentType;
};

const tile = (name: Text, call: Pick<Endpoint, 'permission'>, Tile: ComponentType): TileSpec => ({ name, call, Tile });

export const TILES: Readonly<Record<TileKey, TileSpec>> = {
  work: tile(text('待办', 'To do'), readWorkTile, WorkTile),
  carriers: tile(text('通道健康', 'Carrier health'), readCarriersTile, CarriersTile),
  cards: tile(text('卡按状态与运营商', 'Cards by status and carrier'), readCardsTile, CardsTile),
  usage: tile(nouns.dataUsed, readUsageTile, UsageTile),
  online: tile(text('在线与静默', 'Online and silent'), readOnlineTile, OnlineTile),
  ending: tile(text('即将到期', 'Ending soon'), readEndingTile, EndingTile),
  activations: tile(text('新激活', 'New activations'), readActivationsTile, ActivationsTile),
  stopped: tile(text('停机原因', 'Stop reasons'), readStoppedTile, StoppedTile),
  cycle: tile(text('本账期用量', 'Usage of this cycle'), readCycleTile, CycleTile),
  growth: tile(text('30 天净增', 'Net growth, 30 days'), readGrowthTile, GrowthTile),
  children: tile(text('下级客户的卡', 'Child customers’ cards'), readChildrenTile, ChildrenTile),
  places: tile(text('卡所在省份', 'Cards by province'), readPlacesTile, PlacesTile),
  background: tile(text('后台任务', 'Background work'), readBackgroundTile, BackgroundTile),
  tasks: tile(text('我的最近任务', 'My last tasks'), listTasks, TasksTile),
  attention: tile(text('需关注的卡', 'Cards needing attention'), readAttentionTile, AttentionTile),
};
