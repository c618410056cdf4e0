import { text } from '@cardinal/primitives/text.ts';
import { OrderingSwitch } from '../../enumerations/package.ts';
import { change, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { register } from '../../framework/register.ts';
import {
  distributePackages,
  listHeldPackages,
  listPackageDistributions,
  previewPackageRecall,
  recallPackage,
} from './packageDistributions.ts';
import { packageBody, packageExample, packageFields, packageRegister, shelveSystemPackages } from './systemPackages.ts';

const { id, code, name, shelfState, platform, carrierAccountName, flowBytes } = packageFields;
const { validityCount, validityUnit, effectiveType, postponeDays, refundRule, channels, currency } = packageFields;
const { distributed, soldCards, soldAmount, soldByDay, flowSpecId, periodSpecId, number, version, updatedAt } =
  packageFields;
const { minPrice, suggestPrice, fromName, origin } = listHeldPackages.fields;

/**
 * What can be poured into flow pools: made by the caller's customer or given to it. Packages that were given are shown at the
 * caller's prices, and are edited by their maker alone.
 */
export const poolPackages = register({
  name: 'poolPackages',
  noun: { zh: '流量池套餐', en: 'pool package', many: 'pool packages' },
  permission: 'flowPoolPackage',
  exportPermission: 'flowPoolPackage.export',
  ...packageRegister,
  locked: ['code', 'platform'],
  fields: {
    ...{ id, code, name, shelfState, platform, carrierAccountName, flowBytes },
    /** Of an own package. */
    carrierAccountId: field.id('通道编号', 'Carrier account id', { nullable: true, exportable: false }),
    ...{ validityCount, validityUnit, effectiveType, postponeDays, refundRule, channels },
    origin,
    fromName,
    /** Whether the caller's customer made it as one of its own catalogue. */
    isOwn: field.flag('自建', 'Own', { filters: ['is'] }),
    reservePrice: field.money('我的结算价', 'My reserve price', { nullable: true }),
    minPrice,
    suggestPrice,
    /** Null for what was given. */
    costPrice: field.money('成本价', 'Cost', { nullable: true }),
    currency,
    distributed,
    ...{ soldCards, soldAmount, soldByDay, flowSpecId, periodSpecId, number },
    /** What keeps the caller from ordering it and giving it on. */
    whyNot: field.enumeration(OrderingSwitch, { nullable: true }),
    ...{ version, updatedAt },
  },
  body: {
    code: packageBody.code,
    name: packageBody.name,
    platform: packageBody.platform,
    carrierAccountId: packageBody.carrierAccountId,
    flowSpecId: packageBody.periodSpecId,
    periodSpecId: packageBody.periodSpecId,
    effectiveType: packageBody.effectiveType,
    postponeDays: packageBody.postponeDays,
    refundRule: packageBody.refundRule,
    channels: packageBody.channels,
    costPrice: packageBody.costPrice,
  },
  example: {
    code: 'LT-P100G',
    name: '联通100GB池包',
    platform: 1,
    flowSpecId: packageExample.flowSpecId,
    periodSpecId: packageExample.periodSpecId,
    effectiveType: 0,
    refundRule: 'wholeUnstarted',
    channels: ['platform', 'api'],
    costPrice: '500',
  },
});

export const shelvePoolPackages = change({
  name: 'poolPackages.shelf',
  summary: text('上架或下架流量池套餐', 'Publish or unpublish pool packages'),
  permission: 'flowPoolPackage.shelf',
  operation: shelveSystemPackages.operation,
  body: shelveSystemPackages.body,
  answer: shelveSystemPackages.answer,
  refusals: shelveSystemPackages.refusals,
  example: { body: { ids: ['8001'], shelfState: 0 } },
});

/** Which direct children have a pool package from the caller, and at which price. */
export const listPoolPackageChildren = list({
  name: 'poolPackageChildren.list',
  summary: text('流量池套餐的下级', 'Children with a pool package'),
  permission: 'flowPoolPackage.view',
  exportPermission: 'flowPoolPackage.export',
  scope: 'own',
  fields: listPackageDistributions.fields,
  defaultSort: '-updatedAt',
  example: { query: { pageNum: 1, pageSize: 20 } },
});

/** To children at a price; what a child already has is repriced. */
export const distributePoolPackages = change({
  name: 'poolPackageChildren.distribute',
  summary: text('分配流量池套餐', 'Distribute pool packages'),
  permission: 'flowPoolPackage.distribute',
  operation: distributePackages.operation,
  body: distributePackages.body,
  answer: distributePackages.answer,
  refusals: distributePackages.refusals,
  example: { body: { customerIds: ['10'], lines: [{ packageId: '8901', reservePrice: '8000' }], effective: 0 } },
});

export const previewPoolPackageRecall = read({
  name: 'poolPackageChildren.recallPreview',
  summary: text('收回流量池套餐的影响', 'Recall impact of a pool package'),
  path: '/api/pool-package-children/v1/recallPreview',
  permission: 'flowPoolPackage.recall',
  query: previewPackageRecall.query.shape,
  answer: previewPackageRecall.answer,
  refusals: previewPackageRecall.refusals,
  example: { query: { id: '1' } },
});

/** Takes it back from a child: nobody below can order it any more. What fills pools already runs on to its end. */
export const recallPoolPackage = change({
  name: 'poolPackageChildren.recall',
  summary: text('收回流量池套餐', 'Recall pool package'),
  permission: 'flowPoolPackage.recall',
  operation: recallPackage.operation,
  body: recallPackage.body,
  answer: recallPackage.answer,
  refusals: recallPackage.refusals,
  example: { body: { id: '1', cascade: true } },
});
