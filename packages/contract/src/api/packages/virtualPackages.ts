import { problem, ruled } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ControlAction } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { packageBody, packageExample, packageFields, packageRegister, shelveSystemPackages } from './systemPackages.ts';

const uncontrolled = problem('虚拟套餐必须配置到量控制策略', 'A virtual package needs a control action at 100 %');

/** A reading must not be older than a day; carriers are not asked oftener than every few minutes. */
const MINUTES = { least: 5, most: 1_440 } as const;

/** Allowances the carrier does not know, cut out of a plan that pays for all of them; counted and enforced here. */
export const virtualPackages = register({
  name: 'virtualPackages',
  noun: { zh: '虚拟套餐', en: 'virtual package', many: 'virtual packages' },
  permission: 'packageVirtual',
  exportPermission: 'packageVirtual.export',
  ...packageRegister,
  fields: {
    ...packageFields,
    /** The carrier's plan or pool beneath, which pays. */
    carrierPackageCode: field.text('承载套餐', 'Carrier plan', { nullable: true, filters: ['contains'] }),
    enforcement: field.enumeration(ControlAction, { filters: ['is'] }),
    maxReadingAgeMinutes: field.number('读数最大时延（分钟）', 'Oldest reading (minutes)'),
    /** How often its carrier account is asked for usage; null: never. */
    readingMinutes: field.number('读数间隔（分钟）', 'Reading interval (minutes)', { nullable: true }),
    boughtBytes: field.bytes('采购流量', 'Bought', { nullable: true }),
    /** Of the packages in use on cards. */
    soldBytes: field.bytes('在用流量', 'Sold, in use'),
    warnPercent: field.number('超卖预警（%）', 'Oversell warning (%)'),
    isOversold: field.flag('超卖', 'Oversold', { filters: ['is'] }),
  },
  body: {
    ...packageBody,
    carrierAccountId: idSchema,
    carrierPackageCode: z.string().trim().min(1).max(64),
    enforcement: ControlAction.schema.check(
      ruled((action: ControlAction) => (action === ControlAction.values.NO_CONTROL ? uncontrolled : undefined)),
    ),
    maxReadingAgeMinutes: z.int().min(MINUTES.least).max(MINUTES.most),
  },
  example: {
    ...packageExample,
    code: 'V-LT-300M',
    name: '联通300MB虚拟月包',
    carrierAccountId: '1',
    carrierPackageCode: 'POOL-1',
    costPrice: '150',
    enforcement: 1,
    maxReadingAgeMinutes: 60,
  },
});

const { body, answer, refusals, operation } = shelveSystemPackages;

/** On the shelf or off it; see the platform's other packages. */
export const shelveVirtualPackages = change({
  name: 'virtualPackages.shelf',
  summary: text('上架或下架虚拟套餐', 'Publish or unpublish virtual packages'),
  permission: 'packageVirtual.shelf',
  operation,
  body,
  answer,
  refusals,
  example: { body: { ids: ['8001'], shelfState: 0 } },
});

/** What was bought of the plan beneath for a cycle, and from how much of it sold on a warning stands. */
export const warnVirtualPackage = change({
  name: 'virtualPackages.warn',
  summary: text('设置超卖预警', 'Set the oversell warning'),
  permission: 'packageVirtual.warn',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    id: idSchema,
    /** Null: not known, so that nothing is compared. */
    boughtBytes: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .nullable(),
    warnPercent: z.int().min(1).max(1_000),
  }),
  answer: doneSchema,
  refusals: [notFound],
  example: { body: { id: '8013', boughtBytes: '1099511627776', warnPercent: 100 } },
});
