import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { EngineUnit } from '../../enumerations/engine.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { minorSchema } from '../catalogue/products.ts';
import { belowParentPrice, platformNeedsNoEngine } from './refusals.ts';

/** Customers with their own price. All others pay their parent's price, at the top the list price. */
export const listEnginePrices = list({
  name: 'enginePrices.list',
  summary: text('引擎客户价', 'Customer engine prices'),
  permission: 'engineManage.view',
  exportPermission: 'engineManage.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    engineId: field.id('引擎编号', 'Engine id', { filters: ['is'], exportable: false }),
    engineName: field.text('引擎', 'Engine'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    unit: field.enumeration(EngineUnit),
    price: field.money('客户价', 'Own price', { sortable: true }),
    /** Never below its parent's price: if that is higher, it applies instead. */
    pays: field.money('实付单价', 'Pays'),
    parentPays: field.money('上级单价', 'Parent pays'),
    isLifted: field.flag('被上级抬高', 'Raised by the parent’s price'),
    nextPrice: field.money('待生效价', 'Next price', { nullable: true }),
    nextFrom: field.time('生效时间', 'From', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
});

/** Begins immediately if none is running, else with the next month. A pending one is replaced. */
export const setEnginePrice = change({
  name: 'enginePrices.set',
  summary: text('设置引擎客户价', 'Set customer engine price'),
  permission: 'engineManage.price',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ engineId: idSchema, customerId: idSchema, price: minorSchema }),
  answer: doneSchema,
  refusals: [notFound, belowParentPrice, platformNeedsNoEngine],
  example: { body: { engineId: '1', customerId: '10', price: '10' } },
});
