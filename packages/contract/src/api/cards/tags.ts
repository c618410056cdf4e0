import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind } from '../../enumerations/card.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { LABEL_COLORS } from '../../labelColors.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { duplicateTag, tagInUse, tagNotFound } from './cardRefusals.ts';
import { tagNameSchema } from './tagName.ts';

/** A customer's own tags with their number of cards; no other customer sees them, not even its parent. */
export const tags = register({
  name: 'tags',
  noun: { zh: '标签', en: 'tag', many: 'tags' },
  permission: 'tagManagement',
  exportPermission: 'tagManagement.export',
  scope: 'own',
  operation: {
    create: OperationType.values.SetTag,
    edit: OperationType.values.SetTag,
    delete: OperationType.values.ClearTag,
  },
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('标签', 'Tag', { filters: ['contains'], sortable: true }),
    color: field.text('颜色', 'Color', { exportable: false }),
    group: field.text('分组', 'Group', { filters: ['is'], sortable: true, nullable: true }),
    cards: field.number('卡数', 'Cards'),
    /** The same by kind of card, for each kind there is any of. */
    cardsByKind: field.object('各类卡数', 'Cards by kind', z.array(z.object({ kind: CardKind.schema, n: z.int() }))),
    /** What else uses the tag and would change without it: strategies, notices, eSIM cards. */
    usedIn: field.text('使用处', 'Used in', { nullable: true }),
    remark: field.text('备注', 'Remark', { nullable: true }),
    createdBy: field.text('创建人', 'Created by', { nullable: true }),
    createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  },
  extra: { unused: z.enum(['true']).optional() },
  defaultSort: '-createdAt',
  body: {
    name: tagNameSchema,
    color: z.enum(LABEL_COLORS),
    group: tagNameSchema.nullable().optional(),
    remark: remarkSchema({ optional: true }).nullable().optional(),
  },
  notFound: tagNotFound,
  duplicate: duplicateTag,
  // While a strategy or a notice uses it, because their meaning would change.
  refusals: { delete: [tagInUse] },
  example: { name: '深圳仓', color: 'blue' },
});
export const { list: listTags, create: createTag, edit: editTag, remove: deleteTag } = tags;

/** For pickers: all tags of the caller's customer, at most a thousand. */
export const tagOptions = read({
  name: 'tags.options',
  summary: text('可选标签', 'Selectable tags'),
  permission: ['tagManagement.view', 'tagManagement.set', 'flowCard.view', 'voiceCard.view', 'nbCard.view'],
  scope: 'own',
  answer: z.array(z.object({ id: idSchema, name: z.string(), color: z.string(), group: z.string().nullable() })),
});

/** Cards of the first tag get the second, then the first is deleted. */
export const mergeTags = change({
  name: 'tags.merge',
  summary: text('合并标签', 'Merge tags'),
  permission: 'tagManagement.edit',
  scope: 'own',
  operation: OperationType.values.SetTag,
  body: z.strictObject({ fromId: idSchema, intoId: idSchema }),
  /** `others`: what else had the tag, such as eSIM cards and strategies. */
  answer: z.object({
    cards: z.number().int(),
    others: z.array(z.object({ kind: z.string(), n: z.number().int() })),
  }),
  refusals: [tagNotFound, tagInUse],
  example: { body: { fromId: '1', intoId: '2' } },
});
