import { maskedPhone, phoneSchema } from '@cardinal/primitives/phone.ts';
import { REMARK_LENGTH, remarkSchema } from '@cardinal/primitives/remark.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { AddressTag } from '../../enumerations/customer.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('customers');

export const ADDRESSES_PER_CUSTOMER = 50;

export const addressNotFound = refusal.notFound(261, 'addressNotFound', '地址不存在', 'Address not found', 404);
export const tooManyAddresses = refusal.conflict(
  261,
  'tooManyAddresses',
  '最多保存 {max} 个地址',
  'At most {max} {max|address|addresses}',
);
export const unknownDivision = refusal.invalid(
  261,
  'unknownDivision',
  '请选择到最后一级的省市区',
  'Select province, city and district down to the last level',
);

/**
 * One's own delivery and invoice addresses; neither a parent nor a child sees them. The first becomes the default one; when
 * the default one goes, the newest takes its place. Orders keep a copy of theirs.
 */
export const addresses = register({
  name: 'addresses',
  noun: { zh: '地址', en: 'address', many: 'addresses' },
  verb: 'add',
  permission: 'address',
  scope: 'own',
  operation: OperationType.values.EditCustomer,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    receiver: field.text('收件人', 'Receiver', { filters: ['contains'], sortable: true }),
    phone: field.text('手机号', 'Phone', {
      help: text('列表中隐去中间四位', 'Middle digits are hidden in lists'),
      masked: maskedPhone,
    }),
    division: field.identifier('行政区划', 'Division'),
    place: field.text('省市区', 'Place'),
    detail: field.text('详细地址', 'Address', { filters: ['contains'] }),
    postcode: field.identifier('邮编', 'Postcode', { nullable: true }),
    tag: field.enumeration(AddressTag, { filters: ['is'], nullable: true }),
    isDefault: field.flag('默认', 'Default', { filters: ['is'] }),
    createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  },
  defaultSort: '-createdAt',
  body: {
    receiver: productNameSchema,
    phone: phoneSchema,
    division: z.string().regex(/^\d{6}$/),
    detail: remarkSchema({ withAt: true }).check(z.minLength(5), z.maxLength(REMARK_LENGTH.max)),
    postcode: z
      .string()
      .regex(/^\d{6}$/)
      .nullable()
      .optional(),
    tag: AddressTag.schema.nullable().optional(),
    isDefault: z.boolean().optional(),
  },
  idKey: 'addressId',
  isVersioned: true,
  notFound: addressNotFound,
  refusals: { create: [tooManyAddresses], write: [unknownDivision] },
  /** With the whole phone number: what the form edits and an order copies. */
  detail: z.object({
    id: idSchema,
    receiver: z.string(),
    phone: z.string(),
    division: z.string(),
    place: z.string(),
    detail: z.string(),
    postcode: z.string().nullable(),
    tag: AddressTag.schema.nullable(),
    isDefault: z.boolean(),
    version: z.int(),
  }),
  example: { receiver: '张伟', phone: '13800138000', division: '440305', detail: '科技园科苑路 15 号 3 栋' },
});
export const {
  list: listAddresses,
  create: addAddress,
  edit: editAddress,
  remove: deleteAddress,
  read: readAddress,
} = addresses;

export const setDefaultAddress = change({
  permission: 'address.edit',
  scope: 'own',
  operation: OperationType.values.EditCustomer,
  name: 'addresses.setDefault',
  summary: text('设为默认地址', 'Set default address'),
  body: z.strictObject({ addressId: idSchema }),
  answer: doneSchema,
  refusals: [addressNotFound],
  example: { body: { addressId: '1' } },
});

/** The recognised parts of a pasted line; unrecognised ones are null. Nothing is stored. */
export const previewPastedAddress = change({
  name: 'addresses.previewPasted',
  summary: text('粘贴识别', 'Parse pasted address'),
  permission: 'address.edit',
  scope: 'own',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ line: z.string().min(1).max(500) }),
  answer: z.object({
    receiver: z.string().nullable(),
    phone: z.string().nullable(),
    division: z.string().nullable(),
    detail: z.string().nullable(),
    postcode: z.string().nullable(),
  }),
  example: { body: { line: '张伟 13800138000 广东省深圳市南山区科技园科苑路15号3栋' } },
});
