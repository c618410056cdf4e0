import { Platform } from '@cardinal/contract/enumerations/card.ts';
import {
  hasRightCheckDigit,
  iccidOfFile,
  iccidRule,
  internationalIccidRule,
  platformOfIccid,
} from '@cardinal/primitives/iccid.ts';
import { parseMoney } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { cellsOf, type Places, SHARED_FAULTS, type SheetColumns } from '../../sheetImports/face.ts';
import { activationCodeOf, isMatchingId, isSmdpAddress, readActivationCode } from '../lpa.ts';
import { countryOf } from './countryWords.ts';
import type { ReadRow } from './readRow.ts';

export const NUMBER_COLUMNS = {
  iccid: {
    title: text('ICCID', 'ICCID'),
    also: ['卡号', 'iccid号'],
    isRequired: true,
    isNumber: true,
    example: '89860123456789012344',
  },
  imsi: {
    title: text('IMSI', 'IMSI'),
    also: ['imsi号'],
    isRequired: true,
    isNumber: true,
    example: '460012345678901',
  },
  msisdn: {
    title: text('MSISDN', 'MSISDN'),
    also: ['号码', '手机号', '业务号码'],
    isNumber: true,
    example: '14765004176',
  },
  profileType: {
    title: text('码号类型', 'Profile type'),
    also: ['profile', '类型'],
    isRequired: true,
    example: 'generic',
  },
  country: {
    title: text('国家', 'Country'),
    also: ['国家地区', '国家/地区', 'region'],
    isRequired: true,
    example: 'CN',
  },
  smdpAddress: {
    title: text('SM-DP+ 地址', 'SM-DP+ address'),
    also: ['smdp', 'smdp地址', 'smdp+'],
    example: 'smdp.example.com',
  },
  matchingId: {
    title: text('matchingId', 'Matching ID'),
    also: ['匹配码', 'matching id'],
    isSecret: true,
    example: 'ABCD-1234',
  },
  activationCode: {
    title: text('激活码', 'Activation code'),
    also: ['lpa', 'ac', 'activation'],
    isSecret: true,
    example: 'LPA:1$smdp.example.com$ABCD-1234',
  },
  cost: { title: text('成本', 'Cost'), also: ['成本价', 'price'], example: '1.50' },
} as const satisfies SheetColumns;
export type NumberColumn = keyof typeof NUMBER_COLUMNS;

export const NUMBER_FAULTS = {
  ...SHARED_FAULTS,
  iccidForm: text(
    'ICCID 格式不正确，应为 19 到 20 位字母或数字（国际卡也可为 32 位）',
    'Invalid ICCID: must be 19 to 20 letters or digits (32 for international cards)',
  ),
  damagedIccid: text(
    'ICCID 的后五位被 Excel 变成了零，请把该列设为文本格式后重新填写',
    'Excel turned the last five digits of the ICCID into zeros. Format the column as text and enter it again.',
  ),
  crossPlatform: text(
    '号段不能跨平台：ICCID 属于{fact}，与所选通道不一致',
    'A sheet cannot mix carriers: the ICCID belongs to {fact} and does not match the selected account',
  ),
  unknownPrefix: text(
    '898608 号段无法判断运营商，不能导入',
    'The carrier of prefix 898608 is unknown; cannot be imported',
  ),
  otherPrefix: text(
    'ICCID 前缀 {fact} 不是所选运营商的号段',
    'ICCID prefix {fact} does not belong to the selected carrier',
  ),
  imsiForm: text('IMSI 应为 14 或 15 位数字', 'IMSI must be 14 or 15 digits'),
  msisdnForm: text('MSISDN 应为 4 到 32 位字母、数字', 'MSISDN must be 4 to 32 letters or digits'),
  profileTypeForm: text(
    '码号类型为 1 到 40 位字母、数字或 - _ .',
    'Profile type must be 1 to 40 letters, digits or - _ .',
  ),
  countryUnknown: text(
    '国家应为两位代码（如 DE）或国家名称',
    'Country must be a two-letter code (such as DE) or a country name',
  ),
  smdpForm: text('SM-DP+ 地址应为域名', 'SM-DP+ address must be a domain name'),
  matchingIdForm: text('matchingId 只能是字母、数字和 -', 'Matching ID can contain only letters, digits and hyphens'),
  activationCodeForm: text(
    '激活码格式不正确，应为 LPA:1$地址$matchingId',
    'Invalid activation code; expected LPA:1$address$matchingId',
  ),
  smdpDisagrees: text(
    '激活码中的地址与 SM-DP+ 地址列不一致',
    'The address in the activation code differs from the SM-DP+ address column',
  ),
  matchingIdDisagrees: text('激活码与 matchingId 列不一致', 'The activation code differs from the matching ID column'),
  smdpMissing: text('有 matchingId 时需要 SM-DP+ 地址', 'A matching ID needs an SM-DP+ address'),
  costForm: text('成本应为不小于 0 的金额，最多两位小数', 'Cost must be 0 or more with at most two decimals'),
  repeated: text('与第 {fact} 行的 ICCID 重复', 'Duplicates the ICCID in row {fact}'),
  imsiRepeated: text('与第 {fact} 行的 IMSI 重复', 'Duplicates the IMSI in row {fact}'),
  msisdnRepeated: text('与第 {fact} 行的 MSISDN 重复', 'Duplicates the MSISDN in row {fact}'),
  matchingIdRepeated: text('与第 {fact} 行的 matchingId 重复', 'Duplicates the matching ID in row {fact}'),
  exists: text('ICCID 已存在', 'ICCID already exists'),
  plainCard: text(
    'ICCID 已是普通卡；如要作为码号，请在上传时选择「把已有的卡转为码号」',
    'The ICCID is an ordinary card. To make it a code number, choose “Convert existing cards” when uploading.',
  ),
  imsiExists: text('IMSI 已存在', 'IMSI already exists'),
  msisdnExists: text('MSISDN 已存在', 'MSISDN already exists'),
  matchingIdExists: text('matchingId 已被另一个码号使用', 'The matching ID is used by another code number'),
} as const;

export const NUMBER_WARNINGS = {
  iccidCheckDigit: text('ICCID 的校验位不正确', 'Wrong ICCID check digit'),
  smdpState: text('SM-DP+ 上的状态为 {fact}，不是可用', 'SM-DP+ state is {fact}, not available'),
  smdpUnknown: text('SM-DP+ 不认识该 ICCID', 'ICCID unknown to the SM-DP+'),
  smdpRefused: text('SM-DP+ 拒绝了核对（{fact}）', 'The SM-DP+ rejected the check ({fact})'),
  smdpSilent: text('SM-DP+ 没有给出可用的回答', 'The SM-DP+ gave no usable response'),
  takesCard: text('该卡已在库中，将转为码号', 'Card already in stock; it will become a code number'),
} as const;

/** Twenty digits with five trailing zeros and a wrong check digit: rounded by Excel. */
const looksRounded = (iccid: string): boolean => /^\d{15}0{5}$/.test(iccid) && hasRightCheckDigit(iccid) === false;

/** Why an ICCID does not belong to the platform; undefined if it does. */
export function iccidFault(iccid: string, platform: Platform): string | undefined {
  const isInternational = platform === Platform.values.Gj;
  if ((isInternational ? internationalIccidRule : iccidRule)(iccid)) return 'iccidForm';
  if (looksRounded(iccid)) return 'damagedIccid';
  const owner = platformOfIccid(iccid);
  if (owner === Platform.values.unknown) return 'unknownPrefix';
  if (isInternational || owner === platform) return undefined;
  return owner === undefined ? `otherPrefix:${iccid.slice(0, 6)}` : `crossPlatform:${owner}`;
}

/** Reads one row of a supplier's sheet as a code number and reports all its errors. */
export function readNumberRow(
  row: SheetRow,
  places: Places<NumberColumn>,
  terms: { readonly platform: Platform; readonly currency: string },
): ReadRow {
  const { cell, value, faults } = cellsOf<NumberColumn>(NUMBER_COLUMNS, row, places);
  const matching = (pattern: RegExp) => (typed: string) => (pattern.test(typed) ? typed : undefined);
  const iccid = value('iccid', 'iccidForm', (typed) => iccidOfFile(typed.replace(/\s/g, '')));
  const wrong = iccid === null ? undefined : iccidFault(iccid, terms.platform);
  if (wrong) faults.push(wrong);
  const fields = {
    imsi: value('imsi', 'imsiForm', matching(/^\d{14,15}$/)),
    msisdn: value('msisdn', 'msisdnForm', matching(/^[0-9A-Za-z+-]{4,32}$/)),
    profileType: value('profileType', 'profileTypeForm', matching(/^[\p{L}\p{N}_.-]{1,40}$/u)),
    country: value('country', 'countryUnknown', countryOf),
    cost: value('cost', 'costForm', (typed) => costOf(typed, terms.currency)),
  };
  const download = downloadOf(
    value('smdpAddress', 'smdpForm', (typed) => (isSmdpAddress(typed) ? typed.toLowerCase() : undefined)),
    value('matchingId', 'matchingIdForm', (typed) => (isMatchingId(typed) ? typed : undefined)),
    value('activationCode', 'activationCodeForm', (typed) => (readActivationCode(typed) ? typed.trim() : undefined)),
    faults,
  );
  const isDoubtful = iccid !== null && hasRightCheckDigit(iccid) === false;
  return {
    subject: iccid ?? cell('iccid'),
    fields: { ...fields, smdpAddress: download.smdpAddress },
    ...(download.secrets ? { secrets: download.secrets } : {}),
    faults,
    warnings: isDoubtful ? ['iccidCheckDigit'] : [],
  };
}

function costOf(typed: string, currency: string): string | undefined {
  const minor = parseMoney(typed, currency)?.minor;
  return minor === undefined || minor < 0n ? undefined : String(minor);
}

/** Combines the three columns; values stated twice must agree. */
function downloadOf(
  smdpAddress: string | null,
  matchingId: string | null,
  activationCode: string | null,
  faults: string[],
): { smdpAddress: string | null; secrets?: ReadRow['secrets'] } {
  const read = activationCode === null ? undefined : readActivationCode(activationCode);
  if (read && smdpAddress !== null && read.smdpAddress !== smdpAddress) faults.push('smdpDisagrees');
  if (read && matchingId !== null && read.matchingId !== matchingId) faults.push('matchingIdDisagrees');
  const address = smdpAddress ?? read?.smdpAddress ?? null;
  const id = matchingId ?? read?.matchingId;
  if (id === undefined) return { smdpAddress: address };
  if (address === null) {
    faults.push('smdpMissing');
    return { smdpAddress: null };
  }
  return {
    smdpAddress: address,
    secrets: {
      smdpAddress: address,
      matchingId: id,
      // As the supplier wrote it: it may end with an OID or the confirmation code flag.
      activationCode: activationCode ? `LPA:${activationCode.replace(/^LPA:/i, '')}` : activationCodeOf(address, id),
    },
  };
}
