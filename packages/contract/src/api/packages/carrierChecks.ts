import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { ValidityUnit } from '../../enumerations/package.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('packages');

export const notCheckable = refusal.conflict(
  1747,
  'notCheckable',
  '无法向运营商核对：{why}',
  'Cannot be checked with the carrier: {why}',
);
export const checkUnanswered = refusal.unavailable(
  1748,
  'checkUnanswered',
  '运营商没有给出可用的套餐清单：{why}。上次核对结果不变，可稍后重试',
  'No usable list of plans from the carrier: {why}. The last check is unchanged; try again later',
);

/** What the carrier's list of plans says of a package; the words of `result` in the room's table. */
export const CarrierCheck = enumeration('carrierCheck', '运营商核对', 'Carrier check', {
  same: { zh: '一致', en: 'Same' },
  nameDiffers: { zh: '仅名称不同', en: 'Only the name differs' },
  differs: { zh: '不一致', en: 'Differs' },
  /** It has the code, and does not say what it grants. */
  noAllowance: { zh: '代码存在，未给出用量', en: 'Code exists, no allowance given' },
  missing: { zh: '运营商无此代码', en: 'Code unknown to the carrier' },
  /** The package, its code or its account has changed since. */
  outdated: { zh: '已修改，请重新核对', en: 'Changed since, check again' },
});
export type CarrierCheck = ValueOf<typeof CarrierCheck>;

export const CheckedTerm = enumeration('checkedTerm', '不一致项', 'Differs in', {
  allowance: { zh: '流量', en: 'Data' },
  period: { zh: '有效期', en: 'Validity' },
  name: { zh: '名称', en: 'Name' },
});
export type CheckedTerm = ValueOf<typeof CheckedTerm>;

export const WhyNotCheckable = enumeration('whyNotCheckable', '不能核对的原因', 'Why it cannot be checked', {
  noAccount: { zh: '套餐未指定通道', en: 'The package names no carrier account' },
  noCode: { zh: '套餐没有运营商套餐代码', en: 'The package has no code at the carrier' },
  accountOff: { zh: '通道已停用', en: 'The carrier account is off' },
  notListed: { zh: '该通道的接口不提供套餐清单', en: 'The account’s interface lists no plans' },
});
export type WhyNotCheckable = ValueOf<typeof WhyNotCheckable>;

/** A plan as the carrier told it; null is what it did not tell. */
const told = z.object({
  name: z.string().nullable(),
  bytes: z.string().nullable(),
  validityCount: z.int().nullable(),
  validityUnit: ValidityUnit.schema.nullable(),
});

/** Of the last check of a package with its carrier. */
export const checkFields = {
  /** Null: never checked. */
  carrierCheck: field.enumeration(CarrierCheck, { nullable: true, filters: ['is'] }),
  checkDiffers: field.enumerations(CheckedTerm),
  checkedAt: field.time('核对时间', 'Checked at', { nullable: true, sortable: true }),
  checkedBy: field.text('核对人', 'Checked by', { nullable: true }),
  carrierPlan: field.object('运营商侧', nouns.carrier.en, told, { nullable: true }),
  /** Null: it can be checked now. */
  whyNotCheckable: field.enumeration(WhyNotCheckable, { nullable: true }),
};

export const MOST_CHECKED = 100;

/**
 * Reads the list of plans of each package's carrier account and keeps what it says, without any change of the package. Packages
 * that cannot be checked, or whose carrier gives no usable list, are named in `failed` and keep their last check.
 */
export const checkSystemPackages = change({
  name: 'systemPackages.check',
  summary: text('向运营商核对套餐', 'Check packages with the carrier'),
  permission: key('systemPackage.check'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(MOST_CHECKED) }),
  answer: z.object({
    checked: z.array(
      z.object({
        id: idSchema,
        carrierCheck: CarrierCheck.schema,
        checkDiffers: z.array(CheckedTerm.schema),
        carrierPlan: told.nullable(),
        checkedAt: z.iso.datetime({ offset: true }),
      }),
    ),
    failed: z.array(z.object({ id: idSchema, words: z.string() })),
  }),
  refusals: [notFound, notCheckable, checkUnanswered],
  example: { body: { ids: ['8011'] } },
});
