import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('externalPackages');

export const sourceNotFound = refusal.notFound(2310, 'sourceNotFound', '来源不存在', 'Source not found', 404);
export const externalPackageNotFound = refusal.notFound(
  2311,
  'externalPackageNotFound',
  '外部套餐不存在',
  'External package not found',
  404,
);
export const sourceNameTaken = refusal.invalid(2310, 'sourceNameTaken', '来源名称已存在', 'Name already exists');
export const sourceAddressNotAllowed = refusal.invalid(
  2311,
  'sourceAddressNotAllowed',
  '地址应为 https（http 仅限本机），且不能指向内网',
  'Address must be https (http only on this machine) and must not point to a private network',
);
export const sourceCredentialInvalid = refusal.invalid(
  2312,
  'sourceCredentialInvalid',
  '凭据有误：{reason}',
  'Credential not usable: {reason}',
);
export const sourceRefused = refusal.conflict(
  2310,
  'sourceRefused',
  '来源未通过测试，没有保存：{reason}',
  'The source failed the test and was not saved: {reason}',
);
export const sourceIsOff = refusal.conflict(2311, 'sourceIsOff', '来源已停用', 'The source is disabled');
export const offerIsMapped = refusal.conflict(
  2312,
  'offerIsMapped',
  '该外部套餐已映射',
  'This external package is mapped already',
);
export const offerIsGone = refusal.conflict(
  2313,
  'offerIsGone',
  '对方已不提供该套餐',
  'The source no longer offers this package',
);
export const offerMoved = refusal.conflict(
  2314,
  'offerMoved',
  '对方的价格或内容刚有变化，请重新查看',
  'The source has just changed its price or content; look again',
);
export const nothingToAccept = refusal.conflict(
  2315,
  'nothingToAccept',
  '没有待接受的变更',
  'There is no change to accept',
);
export const offerNotUnderstood = refusal.conflict(
  2316,
  'offerNotUnderstood',
  '对方的运营商或套餐类型本平台不支持，不能映射',
  'Its carrier or type is not known here, so it cannot be mapped',
);
export const costBelowPrice = refusal.invalid(
  2313,
  'costBelowPrice',
  '成本不能低于对方价格 {x}',
  'The cost must not be below their price {x}',
);
export const packageNotMappable = refusal.invalid(
  2314,
  'packageNotMappable',
  '只能选择未映射、同运营商同类型的外部套餐',
  'Choose an external package without a mapping, of the same carrier and type',
);
