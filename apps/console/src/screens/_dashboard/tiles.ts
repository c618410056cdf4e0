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

/** A tile: its name when arranging, and its endpoint; an account that may not call it does not get the tile. */
export type TileSpec = {
  readonly name: Text;
  readonly call: Pick<Endpoint, 'permission'>;
  readonly Tile: ComponentType;
};

const tile = (name: Text, call: Pick<Endpoint, 'permission'>, Tile: ComponentType): TileSpec => ({ name, call, Tile });

export const TILES: Readonly<Record<TileKey, TileSpec>> = {
  work: tile(nouns.toDo, readWorkTile, WorkTile),
  carriers: tile(nouns.carrierHealth, readCarriersTile, CarriersTile),
  cards: tile(text('卡按状态与运营商', 'Cards by status and carrier'), readCardsTile, CardsTile),
  usage: tile(nouns.dataUsed, readUsageTile, UsageTile),
  online: tile(nouns.onlineAndSilent, readOnlineTile, OnlineTile),
  ending: tile(text('即将到期', 'Ending soon'), readEndingTile, EndingTile),
  activations: tile(text('新激活', 'New activations'), readActivationsTile, ActivationsTile),
  stopped: tile(nouns.stopReasons, readStoppedTile, StoppedTile),
  cycle: tile(nouns.usageOfThisCycle, readCycleTile, CycleTile),
  growth: tile(nouns.netGrowth30Days, readGrowthTile, GrowthTile),
  children: tile(nouns.childCustomersCards, readChildrenTile, ChildrenTile),
  places: tile(nouns.cardsByProvince, readPlacesTile, PlacesTile),
  background: tile(nouns.backgroundWork, readBackgroundTile, BackgroundTile),
  tasks: tile(nouns.myLastTasks, listTasks, TasksTile),
  attention: tile(nouns.cardsNeedingAttention, readAttentionTile, AttentionTile),
};
