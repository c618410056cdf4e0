const FLOWS = '/packageManagement/flowStrategy';

/** The packages of a strategy. */
export const flowPath = ({ id, platform }: { readonly id: string; readonly platform: number }): string =>
  `${FLOWS}/${id}/${platform}`;

/** The limit of one of them. */
export const flowPackagePath = (strategyId: string, platformId: string | number, id: string): string =>
  `${FLOWS}/${strategyId}/${platformId}/${id}`;
