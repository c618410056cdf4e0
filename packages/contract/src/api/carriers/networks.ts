import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { NetworkPreference, PriceClass, Rat } from '../../enumerations/network.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { queryFlag } from '../../framework/paging.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('carriers');

export const networkNotFound = refusal.notFound(661, 'networkNotFound', '网络不存在', 'Network not found', 404);
export const duplicateNetwork = refusal.conflict(
  661,
  'duplicateNetwork',
  '网络 {code} 已存在',
  'Network {code} already exists',
);
export const unknownNetworkCountry = refusal.invalid(
  661,
  'unknownNetworkCountry',
  '国家代码不存在',
  'Country not found',
);
export const unknownRoamingAccount = refusal.invalid(
  662,
  'unknownRoamingAccount',
  '通道不存在',
  'Carrier account not found',
);

export const steeredNetwork = refusal.conflict(
  664,
  'steeredNetwork',
  '请先取消运营商引导',
  'Cancel carrier steering first',
);
export const networkNotSteerable = refusal.conflict(
  662,
  'networkNotSteerable',
  '可漫游通道的接口都不支持网络引导',
  'None of the roaming carrier accounts supports network steering',
);
export const networkSteeringFailed = refusal.conflict(
  663,
  'networkSteeringFailed',
  '运营商未接受引导：{why}',
  'The carrier did not accept the steering: {why}',
);

const accountSchema = z.object({ id: idSchema, name: z.string() });

/**
 * The register of mobile networks. Hidden carriers' own networks are not listed. Codes keep their leading zeros: «01» and «1»
 * would be two networks.
 */
export const networks = register({
  name: 'networks',
  noun: { zh: '网络', en: 'network', many: 'networks' },
  verb: 'add',
  permission: 'operatorList',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  fields: {
    id: field.id('编号', 'ID'),
    country: field.identifier('国家代码', 'Country code', { filters: ['is'], sortable: true, nullable: true }),
    countryZh: field.text('国家', 'Country', { nullable: true }),
    countryEn: field.text('国家（英文）', 'Country (English)', { nullable: true }),
    zh: field.text('中文名', 'Chinese', { nullable: true }),
    en: field.text('英文名', 'English', { sortable: true }),
    mcc: field.identifier('MCC', 'MCC', { filters: ['is'], sortable: true }),
    mnc: field.identifier('MNC', 'MNC', { filters: ['is'], sortable: true }),
    rats: field.enumerations(Rat, { filters: ['is'] }),
    platform: field.enumeration(Platform, { filters: ['is'], nullable: true }),
    through: field.object('可漫游通道', 'Roaming through', z.array(accountSchema)),
    /** False: reported by a session and not registered yet. */
    isRegistered: field.flag('已登记', 'Registered', { filters: ['is'] }),
    firstSeenAt: field.time('首次出现', 'First seen', { sortable: true, nullable: true }),
    priceClass: field.enumeration(PriceClass, { filters: ['is'], nullable: true }),
    preference: field.enumeration(NetworkPreference, { filters: ['is'] }),
    /** Within the last 30 days, of the cards the caller sees. */
    cardsSeen: field.number('30 天内出现的卡', 'Cards seen, last 30 days'),
    /** Share of the traffic of all sessions with a network in 30 days; null without traffic. */
    trafficPercent: field.number('流量占比', 'Share of traffic', { nullable: true }),
    /** Why its cards cannot be steered there; null if they can. */
    notSteerable: field.text('引导', 'Steering', { nullable: true, exportable: false }),
    remark: field.text('备注', 'Remark', { nullable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  extra: {
    keyword: z.string().min(1).max(60).optional(),
    throughId: idSchema.optional(),
    /** Seen in a session within 30 days, or not. */
    isSeen: queryFlag.optional(),
  },
  defaultSort: 'mcc',
  body: {
    mcc: z.string().regex(/^\d{3}$/),
    mnc: z.string().regex(/^\d{2,3}$/),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable()
      .optional(),
    zh: stringSchema({ required: false, max: 60 }).nullable().optional(),
    en: stringSchema({ min: 1, max: 60 }),
    rats: z.array(Rat.schema).max(8),
    through: z.array(idSchema).max(50),
    priceClass: PriceClass.schema.nullable().optional(),
    /** Omitted: unchanged. Steering is requested from the carrier, see `steerNetwork`. */
    preference: z.enum(['none', 'preferred', 'forbidden']).optional(),
    remark: remarkSchema({ optional: true }).nullable().optional(),
  },
  locked: ['mcc', 'mnc'],
  idKey: 'networkId',
  isVersioned: true,
  without: ['delete'],
  notFound: networkNotFound,
  duplicate: duplicateNetwork,
  refusals: { write: [unknownNetworkCountry, unknownRoamingAccount], edit: [steeredNetwork] },
  example: { mcc: '901', mnc: '88', country: null, en: 'Test network', rats: ['4G'], through: [] },
});
export const { list: listNetworks, create: addNetwork, edit: editNetwork } = networks;

/** Carrier accounts a network may be roamed through. */
export const roamingAccounts = read({
  name: 'networks.accounts',
  summary: text('可漫游通道', 'Carrier accounts for roaming'),
  namesCarriers: true,
  permission: 'operatorList.view',
  scope: 'global',
  answer: z.array(accountSchema),
});

/**
 * A sheet with a heading and the columns MCC, MNC, country code, English, Chinese, RATs (separated by spaces): known networks
 * are overwritten, new ones added. All rows or none.
 */
export const importNetworks = change({
  name: 'networks.import',
  summary: text('导入网络', 'Import networks'),
  permission: 'operatorList.import',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  kind: 'upload',
  body: z.strictObject({}),
  answer: z.object({ added: z.int(), changed: z.int() }),
});

/** Asks the roaming carriers of a network to steer their cards to it, or to stop doing so, as far as they support it. */
export const steerNetwork = change({
  name: 'networks.steer',
  summary: text('网络引导', 'Steer to network'),
  permission: 'operatorList.steer',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ networkId: idSchema, isSteered: z.boolean(), version: z.int().min(1) }),
  answer: doneSchema,
  refusals: [networkNotFound, networkNotSteerable, networkSteeringFailed, changedByAnother],
  example: { body: { networkId: '1', isSteered: true, version: 1 } },
});
