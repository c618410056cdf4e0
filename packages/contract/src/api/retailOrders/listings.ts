import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { OrderingSwitch } from '../../enumerations/package.ts';
import { ListingBadge } from '../../enumerations/retail.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { cardNotOfAccount, ownPublicAccountsOnly, publicAccountNotFound } from '../publicAccounts/publicAccounts.ts';
import {
  belowLeastPrice,
  listedAlready,
  listingNotFound,
  notHeld,
  originalBelowPrice,
  retailPriceGiven,
} from './refusals.ts';

export const listingFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  title: field.text('标题', 'Title', { filters: ['contains'], sortable: true }),
  accountId: field.id('公众号编号', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('公众号', 'Public account'),
  packageId: field.id('套餐编号', 'Package id', { exportable: false }),
  packageName: field.text('套餐', 'Package'),
  price: field.money('售价', 'Price', { sortable: true }),
  originalPrice: field.money('原价', 'Original price', { nullable: true }),
  /** What the account's owner owes for it now; null where it cannot be ordered. */
  reserve: field.money('我的底价', 'My reserve', { nullable: true }),
  margin: field.money('毛利', 'Margin', { nullable: true }),
  currency: field.enumeration(Currency),
  badge: field.enumeration(ListingBadge, { filters: ['is'] }),
  sort: field.number('排序', 'Order', { sortable: true }),
  /** 0: no limit. */
  buyLimit: field.number('每卡限购', 'Limit per card'),
  saleFrom: field.time('开售时间', 'On sale from', { nullable: true }),
  saleUntil: field.time('停售时间', 'On sale until', { nullable: true }),
  isOnSale: field.flag('上架', 'On sale', { filters: ['is'] }),
  /** What keeps it from being ordered although it is on sale. */
  whyNot: field.enumeration(OrderingSwitch, { label: text('不可售原因', 'Why not sold'), nullable: true }),
  sold: field.number('近 30 天售出', 'Sold in 30 days'),
  isOwn: field.flag('本方', 'Own', { exportable: false }),
  version: field.number('版本', 'Version', { exportable: false }),
  createdAt: field.time('添加时间', 'Added at', { sortable: true }),
};

export const listListings = list({
  name: 'listings.list',
  summary: text('公众号套餐', 'Public-account packages'),
  permission: 'wechatPackage.view',
  fields: listingFields,
  defaultSort: 'sort',
});

const kept = {
  permission: 'wechatPackage.edit',
  operation: OperationType.values.EditStrategyPrice,
  answer: doneSchema,
} as const;
const time = z.iso.datetime({ offset: true });
const terms = {
  title: stringSchema({ min: 2, max: 30 }),
  price: sentAmountSchema('smallest'),
  originalPrice: sentAmountSchema('smallest').nullable().optional(),
  badge: ListingBadge.schema,
  sort: z.int().min(0).max(99_999),
  buyLimit: z.int().min(0).max(99),
  saleFrom: time.nullable().optional(),
  saleUntil: time.nullable().optional(),
};
const terms1 = { title: '月包 10 GB', price: '15.00', originalPrice: '20.00', badge: 'hot', sort: 10, buyLimit: 0 };

export const addListing = change({
  ...kept,
  name: 'listings.add',
  summary: text('上架套餐', 'List a package'),
  body: z.strictObject({ accountId: idSchema, packageId: idSchema, ...terms }),
  answer: z.object({ id: idSchema }),
  refusals: [
    publicAccountNotFound,
    ownPublicAccountsOnly,
    notHeld,
    belowLeastPrice,
    retailPriceGiven,
    originalBelowPrice,
    listedAlready,
  ],
  example: { body: { accountId: '1', packageId: '1', ...terms1 } },
});

export const editListing = change({
  ...kept,
  name: 'listings.edit',
  summary: text('编辑公众号套餐', 'Edit a listed package'),
  body: z.strictObject({ id: idSchema, version: z.int().min(1), ...terms }),
  refusals: [
    listingNotFound,
    ownPublicAccountsOnly,
    changedByAnother,
    belowLeastPrice,
    retailPriceGiven,
    originalBelowPrice,
  ],
  example: { body: { id: '1', version: 1, ...terms1 } },
});

export const shelveListing = change({
  ...kept,
  name: 'listings.shelve',
  summary: text('上架或下架', 'Put on or take off sale'),
  permission: 'wechatPackage.shelf',
  body: z.strictObject({ id: idSchema, isOnSale: z.boolean() }),
  refusals: [listingNotFound, ownPublicAccountsOnly],
  example: { body: { id: '1', isOnSale: false } },
});

/** What an account can still list: packages its owner has and may sell there, with the lowest price. */
export const readListable = read({
  name: 'listings.listable',
  summary: text('可上架的套餐', 'Packages to list'),
  permission: 'wechatPackage.edit',
  query: { accountId: idSchema, keyword: z.string().max(50).optional() },
  answer: z.object({
    packages: z.array(
      z.object({
        id: idSchema,
        code: z.string(),
        name: z.string(),
        least: integerString,
        suggested: integerString,
        currency: z.string(),
      }),
    ),
  }),
  refusals: [publicAccountNotFound, ownPublicAccountsOnly],
  example: { query: { accountId: '1' } },
});

/** How the account's page looks for one card: what it offers, and why the rest is hidden. */
export const previewListings = read({
  name: 'listings.preview',
  summary: text('按卡预览公众号套餐', 'What an account offers a card'),
  permission: 'wechatPackage.view',
  query: { accountId: idSchema, iccid: z.string().regex(/^\d{18,20}[0-9A-F]?$/) },
  answer: z.object({
    listings: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        price: integerString,
        originalPrice: integerString.nullable(),
        currency: z.string(),
        badge: ListingBadge.schema,
        /** Null: offered. */
        hidden: z.object({ zh: z.string(), en: z.string() }).nullable(),
      }),
    ),
  }),
  refusals: [publicAccountNotFound, cardNotOfAccount],
  example: { query: { accountId: '1', iccid: '89860400000000000000' } },
});
