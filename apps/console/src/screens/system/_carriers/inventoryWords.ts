import type { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { text } from '@cardinal/primitives/text.ts';

/** How the platform finds cards that only the carrier has. */
export type Inventory = 'changes' | 'list' | 'none';

export const INVENTORIES = {
  changes: text('未入库的卡：由变更列表发现', 'Unmatched cards: found in the change list'),
  list: text('未入库的卡：每天读取一次运营商的卡清单', 'Unmatched cards: the carrier’s card list is read once a day'),
  none: text(
    '该运营商无法列出其名下的卡：未入库的卡无从得知',
    'This carrier cannot list its cards, so unmatched cards are unknown',
  ),
} as const satisfies Record<Inventory, unknown>;

export const inventoryOf = ({ operations }: { readonly operations: readonly CarrierOperation[] }): Inventory =>
  operations.includes('listDevices') ? 'changes' : operations.includes('listCards') ? 'list' : 'none';
