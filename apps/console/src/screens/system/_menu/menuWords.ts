import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { MenuEntry, MenuProblem } from './menuRows.ts';

export const KINDS: Readonly<Record<MenuEntry['kind'], ReturnType<typeof text>>> = {
  directory: text('目录', 'Directory'),
  page: nouns.page,
  button: text('按钮', 'Button'),
};

export const PROBLEMS: Readonly<Record<MenuProblem, ReturnType<typeof text>>> = {
  noRoute: text('控制台无此路由', 'No such route in the console'),
  duplicate: text('权限标识重复', 'Duplicate permission identifier'),
  noEnglish: text('缺少英文标题', 'Missing English title'),
  lost: text('上级已不存在', 'Parent entry no longer exists'),
};

/** Fixed rules that no setting overrides. */
export const LOCKS: Readonly<
  Record<NonNullable<MenuEntry['lockedBy']>, { mark: ReturnType<typeof text>; why: ReturnType<typeof text> }>
> = {
  cloudStorage: {
    mark: text('云存储', 'Cloud storage'),
    why: text('固定规则：云存储页面不进任何菜单', 'Fixed rule: cloud storage pages appear in no menu'),
  },
  customer3: {
    mark: text('仅客户 3', 'Customer 3 only'),
    why: text('固定规则：只有客户 3 的菜单里有', 'Fixed rule: appears only in the menu of customer 3'),
  },
  Gd: {
    mark: text('广电', 'Broadnet'),
    why: text('固定规则：广电不进任何菜单', 'Fixed rule: China Broadnet appears in no menu'),
  },
  self: {
    mark: text('不可隐藏', 'Never hidden'),
    why: text(
      '没有它就无法再回来，不能隐藏或删除',
      'Cannot be hidden or deleted: without it nobody could restore the menu',
    ),
  },
};
