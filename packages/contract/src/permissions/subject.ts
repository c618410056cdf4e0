import { say, text } from '@cardinal/primitives/text.ts';
import { type Danger, type Permission, permission } from './permission.ts';

type Words = readonly [zh: string, en: string, danger?: Danger];

/** Verbs with the same meaning for every subject. Others are worded where they are declared. */
const VERBS = {
  view: ['查看{noun}', 'View {noun}'],
  export: ['导出{noun}', 'Export {noun}'],
  money: ['查看{noun}的金额', 'View amounts of {noun}', 'money'],
  pii: ['查看{noun}的完整个人信息', 'View full personal data of {noun}', 'personalData'],
  add: ['新增{noun}', 'Add {noun}'],
  create: ['创建{noun}', 'Create {noun}'],
  edit: ['编辑{noun}', 'Edit {noun}'],
  delete: ['删除{noun}', 'Delete {noun}', 'irreversible'],
  enable: ['启用和停用{noun}', 'Enable and disable {noun}'],
  disable: ['停用{noun}', 'Disable {noun}'],
  shelf: ['上架和下架{noun}', 'Publish and unpublish {noun}'],
  test: ['测试{noun}', 'Test {noun}'],
  import: ['导入{noun}', 'Import {noun}'],
  sync: ['同步{noun}', 'Sync {noun}'],
  retry: ['重试失败的{noun}', 'Retry failed {noun}'],
  query: ['查询{noun}', 'Query {noun}'],
} as const satisfies Record<string, Words>;
type Verb = keyof typeof VERBS;

/** All permissions of one subject: shared verbs by name, its own with their texts. `en` is the noun within a sentence. */
export function subject<const S extends string, const V extends Verb, const O extends string = never>(
  key: S,
  zh: string,
  en: string,
  verbs: readonly V[],
  own?: Readonly<Record<O, Words>>,
): readonly Permission<`${S}.${V | O}`>[] {
  const shared = verbs.map((verb) => {
    const [inChinese, inEnglish, danger]: Words = VERBS[verb];
    const noun = text(zh, en);
    const title = text(inChinese, inEnglish);
    return permission(`${key}.${verb}`, say(title, 'zh_CN', { noun }), say(title, 'en', { noun }), danger);
  });
  const entries = Object.entries(own ?? {}) as [O, Words][];
  return [...shared, ...entries.map(([verb, words]) => permission(`${key}.${verb}`, ...words))];
}
