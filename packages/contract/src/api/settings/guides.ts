import { problem, ruled } from '@cardinal/primitives/problem.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { LANGUAGES, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind, DictionaryLanguage } from '../../enumerations/customer.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { ROUTES } from '../../routes/table.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('settings');

export const guideNotFound = refusal.notFound(371, 'guideNotFound', '指引不存在', 'Guide not found', 404);

export const notAFilm = refusal.invalid(
  371,
  'notAFilm',
  '请上传不超过 50 MB、可完整播放的 MP4 视频',
  'Upload a complete MP4 video of at most 50 MB',
);

export const notACover = refusal.invalid(
  372,
  'notACover',
  '请上传不超过 2 MB 的 jpg、png、gif 或 webp 图片',
  'Upload a jpg, png, gif or webp image of at most 2 MB',
);
export const COVER = { extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp'], maxBytes: 2 * 1_024 * 1_024 } as const;

/** The hosts of linked videos: the console opens no arbitrary address. Subdomains are included. */
export const GUIDE_HOSTS = ['qq.com', 'bilibili.com', 'youku.com', 'youtube.com', 'youtu.be', 'vimeo.com'] as const;

const isAllowed = (address: string): boolean => {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username || url.port) return false;
  return GUIDE_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
};

const videoSchema = z
  .string()
  .max(500)
  .check(
    ruled((address) =>
      isAllowed(address)
        ? undefined
        : problem('请填写 https 地址，站点限 {hosts}', 'Enter an https address on one of {hosts}', {
            hosts: GUIDE_HOSTS.join(', '),
          }),
    ),
  );
const routeSchema = z
  .string()
  .check(
    ruled((route: string) =>
      ROUTES.some(({ path }) => path === route)
        ? undefined
        : problem('控制台没有这个页面', 'No such page in the console'),
    ),
  );
const stepsSchema = z.string().max(4_000);
const titleSchema = z.object({ zh: z.string(), en: z.string() });

/** A new guide is hidden until it is published. */
export const guides = register({
  name: 'guides',
  noun: { zh: '视频指引', en: 'guide', many: 'guides' },
  verb: 'add',
  permission: 'videoGuidelines',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    title: field.text('标题', 'Title', { filters: ['contains'], sortable: true }),
    route: field.text('页面路径', 'Route', { filters: ['contains'], sortable: true }),
    screen: field.object('页面', 'Screen', titleSchema),
    language: field.enumeration(DictionaryLanguage, { filters: ['is'], label: nouns.language }),
    kinds: field.enumerations(CustomerKind, { filters: ['is'], label: text('适用客户', 'Customer types') }),
    videoUrl: field.text('视频', 'Video', { nullable: true }),
    /** The video of `guides.film`; null without an upload. */
    film: field.text('视频文件', 'Uploaded video', { nullable: true, exportable: false }),
    /** The picture of `guides.cover`; null without one. */
    cover: field.text('封面', 'Cover', { nullable: true, exportable: false }),
    seconds: field.number('时长（秒）', 'Length (s)', { nullable: true }),
    stepsZh: field.text('中文步骤', 'Chinese steps'),
    stepsEn: field.text('英文步骤', 'English steps', { nullable: true }),
    plays: field.number('打开次数', 'Opened'),
    helpfulPercent: field.number('有帮助 %', 'Helpful %', { nullable: true }),
    sort: field.number('排序', 'Order', { sortable: true }),
    isOnShelf: field.flag('上架', 'Published', { filters: ['is'] }),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: 'sort',
  body: {
    title: productNameSchema,
    route: routeSchema,
    language: z.enum(LANGUAGES),
    kinds: z.array(CustomerKind.schema).max(3),
    videoUrl: videoSchema.nullable().optional(),
    seconds: z.int().min(1).max(7_200).nullable().optional(),
    stepsZh: stepsSchema.min(2),
    stepsEn: stepsSchema.nullable().optional(),
    sort: z.int().min(0).max(99_999),
  },
  idKey: 'guideId',
  isVersioned: true,
  notFound: guideNotFound,
  example: {
    title: '如何批量停机',
    route: '/cardsManagement/batchOperate',
    language: 'zh_CN',
    kinds: [],
    videoUrl: 'https://v.qq.com/x/page/example.html',
    seconds: 95,
    stepsZh: '1. 粘贴卡号\n2. 选择停机\n3. 核对数量后确认',
    stepsEn: null,
    sort: 10,
  },
});
export const { list: listGuides, create: addGuide, edit: editGuide, remove: deleteGuide } = guides;

const editing = {
  permission: 'videoGuidelines.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
} as const;
export const shelveGuide = change({
  ...editing,
  name: 'guides.shelve',
  summary: text('上架或下架视频指引', 'Publish or unpublish guide'),
  body: z.strictObject({ guideId: idSchema, isOnShelf: z.boolean() }),
  answer: doneSchema,
  refusals: [guideNotFound],
  example: { body: { guideId: '1', isOnShelf: true } },
});

/** Uploads an MP4 to a guide; it takes precedence over a link. */
export const uploadFilm = change({
  ...editing,
  name: 'guides.uploadFilm',
  summary: text('上传指引视频', 'Upload guide video'),
  kind: 'upload',
  idempotency: 'none',
  body: z.strictObject({ guideId: idSchema }),
  answer: z.object({ film: z.string(), seconds: z.int().nullable() }),
  refusals: [guideNotFound, notAFilm],
});

export const removeFilm = change({
  ...editing,
  name: 'guides.removeFilm',
  summary: text('移除指引视频', 'Remove guide video'),
  body: z.strictObject({ guideId: idSchema }),
  answer: doneSchema,
  refusals: [guideNotFound],
  example: { body: { guideId: '1' } },
});

/** A video, or a byte range of it. Players send no session: its unguessable name is the permission. */
export const readFilm = read({
  name: 'guides.film',
  summary: text('播放指引视频', 'Guide video'),
  permission: 'public',
  scope: 'global',
  kind: 'file',
  query: { film: z.string().regex(/^[0-9a-f]{32}$/) },
  answer: z.null(),
  refusals: [notFound],
  example: { query: { film: '0123456789abcdef0123456789abcdef' } },
});

/** The picture before the video; checked by content, never an SVG, which could contain scripts. */
export const uploadCover = change({
  ...editing,
  name: 'guides.uploadCover',
  summary: text('上传指引封面', 'Upload guide cover'),
  kind: 'upload',
  idempotency: 'none',
  body: z.strictObject({ guideId: idSchema }),
  answer: z.object({ cover: z.string() }),
  refusals: [guideNotFound, notACover],
});

export const removeCover = change({
  ...editing,
  name: 'guides.removeCover',
  summary: text('移除指引封面', 'Remove guide cover'),
  body: z.strictObject({ guideId: idSchema }),
  answer: doneSchema,
  refusals: [guideNotFound],
  example: { body: { guideId: '1' } },
});

/** Like the video: its unguessable name is the permission. */
export const readCover = read({
  name: 'guides.cover',
  summary: text('指引封面', 'Guide cover'),
  permission: 'public',
  scope: 'global',
  kind: 'file',
  query: { cover: z.string().regex(/^[0-9a-f]{32}$/) },
  answer: z.null(),
  refusals: [notFound],
  example: { query: { cover: '0123456789abcdef0123456789abcdef' } },
});

/** The guides of a screen for the caller, opened by «?» in its header; in its language or else in Chinese. */
export const guidesHere = read({
  name: 'guides.here',
  summary: text('本页指引', 'Page guides'),
  permission: 'authenticated',
  scope: 'global',
  query: { path: z.string().min(1).max(200) },
  answer: z.array(
    z.object({
      id: idSchema,
      title: z.string(),
      videoUrl: z.string().nullable(),
      film: z.string().nullable(),
      cover: z.string().nullable(),
      seconds: z.int().nullable(),
      steps: z.string(),
      isHelpful: z.boolean().nullable(),
    }),
  ),
  example: { query: { path: '/cardsManagement/flowCardManagement' } },
});

/** Records that a guide was opened, or whether it helped. */
export const viewGuide = change({
  name: 'guides.view',
  summary: text('查看指引', 'View guide'),
  permission: 'authenticated',
  isRecorded: false,
  scope: 'own',
  idempotency: 'none',
  body: z.strictObject({ guideId: idSchema, isHelpful: z.boolean().optional() }),
  answer: doneSchema,
  refusals: [guideNotFound],
  example: { body: { guideId: '1' } },
});
