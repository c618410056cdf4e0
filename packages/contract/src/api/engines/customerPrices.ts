import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { EngineUnit } from '../../enumerations/engine.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { enumerationField, flagField, idField, moneyField, textField, timeField } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { minorSchema } from '../catalogue/products.ts';
import { belowParentPrice, platformNeedsNoEngine } from './refusals.ts';

/** Customers with a price of their own. Everybody else pays what the one above pays, at the top the list price. */
export const listEnginePrices = list({
  name: 'enginePrices.list',
  summary: text('引擎客户价', 'Customer engine prices'),
  path: '/api/engine-prices/v1/list',
  permission: 'engineManage.view',
  exportPermission: 'engineManage.export',
  fields: {
    id: idField('编号', 'Id', { exportable: false }),
    engineId: idField('引擎编号', 'Engine id', { filters: ['is'], exportable: false }),
    engineName: textField('引擎', 'Engine'),
    customerId: idField('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: textField('客户', 'Customer'),
    unit: enumerationField(EngineUnit),
    price: moneyField('客户价', 'Own price', { sortable: true }),
    /** Never below what its parent pays: where that rises over the own price, it is paid instead. */
    pays: moneyField('实付单价', 'Pays'),
    parentPays: moneyField('上级单价', 'Parent pays'),
    isLifted: flagField('被上级抬高', 'Raised by the parent’s price'),
    nextPrice: moneyField('待生效价', 'Next price', { nullable: true }),
    nextFrom: timeField('生效时间', 'From', { nullable: true }),
    currency: textField('币种', 'Currency'),
    updatedAt: timeField('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
});

/** Begins at once where nothing runs, else with the next month. One that waits is replaced. */
export const setEnginePrice = change({
  name: 'enginePrices.set',
  summary: text('设置引擎客户价', 'Set customer engine price'),
  path: '/api/engine-prices/v1/set',
  permission: 'engineManage.price',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ engineId: idSchema, customerId: idSchema, price: minorSchema }),
  answer: doneSchema,
  refusals: [notFound, belowParentPrice, platformNeedsNoEngine],
  example: { body: { engineId: '1', customerId: '10', price: '10' } },
});
