import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { numbersExtra } from '../cards/cardFields.ts';

/**
 * With whom cards were, by periods that begin with their first instant and end before their last. Only periods within the
 * caller's customers; what lies outside is not named. Nothing is found without numbers.
 */
export const listCardPlaces = list({
  name: 'cardPlaces.list',
  summary: text('划拨查询', 'Card allocation query'),
  permission: 'cardAllocationQuery.view',
  exportPermission: 'cardAllocationQuery.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    cardId: field.id('卡编号', 'Card id', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { sortable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    since: field.time('起', 'From', { nullable: true }),
    until: field.time('止', 'Until', { nullable: true }),
    beforeName: field.text('来自', 'Came from', { nullable: true }),
    afterName: field.text('去向', 'Went to', { nullable: true }),
    allocationId: field.id('划入单标识', 'Came by, id', { exportable: false, nullable: true }),
    allocationNo: field.identifier('划入单号', 'Came by', { nullable: true }),
    nextAllocationId: field.id('划出单标识', 'Left by, id', { exportable: false, nullable: true }),
    nextAllocationNo: field.identifier('划出单号', 'Left by', { nullable: true }),
    isCurrent: field.flag('当前', 'Current'),
  },
  defaultSort: 'iccid',
  extra: {
    ...numbersExtra,
    /** Cards ticked elsewhere. */
    cardId: idSchema.optional(),
    /** The period that holds the end of this day, or now where the day is not over. */
    asOf: z.iso.date().optional(),
  },
  example: { query: { identifiers: '89860000000000000001', identifierType: 1 } },
});
