import type { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { text } from '@cardinal/primitives/text.ts';

/** How one learns of cards the carrier has and the platform does not. */
export type Inventory = 'changes' | 'list' | 'none';

export const INVENTORIES = {
  changes: text('未入库的卡：由变更列表发现', 'Cards not imported: found by the list of changes'),
  list: text(
    '未入库的卡：每天读取一次运营商的卡清单',
    'Cards not imported: the carrier’s list of cards is read once a day',
  ),
  none: text(
    '该运营商无法列出其名下的卡：未入库的卡无从得知',
    'This carrier cannot list its cards: those nobody has imported stay unknown',
  ),
} as const satisfies Record<Inventory, unknown>;

export const inventoryOf = ({ operations }: { readonly operations: readonly CarrierOperation[] }): Inventory =>
  operations.includes('listDevices') ? 'changes' : operations.includes('listCards') ? 'list' : 'none';
