import {
  readActivationsTile,
  readAttentionTile,
  readCardsTile,
  readCarriersTile,
  readEndingTile,
  readOnlineTile,
  readStoppedTile,
  readUsageTile,
  readWorkTile,
} from '@cardinal/contract/api/dashboard.ts';
import { listTasks } from '@cardinal/contract/api/tasks.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { ComponentType } from 'react';
import { CardsTile } from './CardsTile.tsx';
import { CarriersTile } from './CarriersTile.tsx';
import { ActivationsTile, EndingTile, UsageTile } from './dayTiles.tsx';
import { AttentionTile, OnlineTile, StoppedTile, WorkTile } from './figureTiles.tsx';
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
  cards: tile(text('卡按状态与运营商', 'Cards by state and carrier'), readCardsTile, CardsTile),
  usage: tile(text('用量', 'Data used'), readUsageTile, UsageTile),
  online: tile(text('在线与静默', 'Online and silent'), readOnlineTile, OnlineTile),
  ending: tile(text('即将到期', 'Ending soon'), readEndingTile, EndingTile),
  activations: tile(text('新激活', 'New activations'), readActivationsTile, ActivationsTile),
  stopped: tile(text('停机原因', 'Why cards are stopped'), readStoppedTile, StoppedTile),
  tasks: tile(text('我的最近任务', 'My last tasks'), listTasks, TasksTile),
  attention: tile(text('需关注的卡', 'Cards to look at'), readAttentionTile, AttentionTile),
};
