import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';

/** What is said of pools of every kind. */
export const poolTexts = {
  addCards: text('加入卡', 'Add cards'),
  removeCards: text('移出卡', 'Take cards out'),
  madeUpCode: text('不填则自动生成；建立后不能修改', 'Made up where empty; cannot be changed later'),
  find: text('按编码或名称查找', 'Find by code or name'),
  noCards: text('池内没有卡', 'No cards in the pool'),
};

export const detailOfPool = (poolCode: string): string =>
  `/poolManagement/poolDetail?poolCode=${encodeURIComponent(poolCode)}`;

export const detailOfSubPool = (poolCode: string): string =>
  `/poolManagement/subPoolDetail?poolCode=${encodeURIComponent(poolCode)}`;

export const detailOfFlowPool = ({ id, poolCode }: { id: string; poolCode: string }, tab = 'overview'): string =>
  `/flowPoolManagement/flowPoolDetail/${encodeURIComponent(poolCode)}/${id}/${tab}`;

const { Lt, Dx, Yd } = Platform.values;
const DETAILS: Partial<Record<Platform, string>> = { [Lt]: 'cardDetailLt', [Dx]: 'cardDetailDx', [Yd]: 'cardDetailYd' };

/** A card as one of a pool; undefined where its carrier has no such screen. */
export function cardOfPool(
  { iccid, platform }: { readonly iccid: string; readonly platform: Platform },
  poolCode: string,
): string | undefined {
  const screen = DETAILS[platform];
  if (!screen) return undefined;
  const pool = poolCode && `&poolCode=${encodeURIComponent(poolCode)}`;
  return `/poolManagement/${screen}?iccid=${encodeURIComponent(iccid)}${pool}`;
}
