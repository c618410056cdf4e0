import { Platform } from '@cardinal/contract/enumerations/card.ts';

/** The status of a card whose carrier has not been queried yet: the carrier's own word for «in stock». */
export const STOCK_STATUS: Readonly<Record<Exclude<Platform, -1>, string>> = {
  [Platform.values.Lt]: 'INVENTORY',
  [Platform.values.Yd]: 'inventory',
  [Platform.values.Dx]: 'IN_STANDBY',
  [Platform.values.thirdParty]: 'NO_ACTIVE',
  [Platform.values.other]: 'NO_ACTIVE',
  [Platform.values.Gj]: 'INVENTORY',
  [Platform.values.eSIM]: 'INVENTORY',
  [Platform.values.Gd]: 'INVENTORY',
};
