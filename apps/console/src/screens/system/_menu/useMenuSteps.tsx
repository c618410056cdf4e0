import {
  deleteMenuEntry,
  menuNeedsItself,
  restoreMenu,
  saveMenuEntry,
  setMenuVisible,
  sortMenu,
} from '@cardinal/contract/api/identity/menus.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { EntryHolders } from './EntryHolders.tsx';
import { type MenuEntry, type MenuRow, movedKeys } from './menuRows.ts';
import { LOCKS } from './menuWords.ts';
import { inWholeLevel } from './withScreens.ts';

const words = {
  hide: text('隐藏', 'Hide'),
  up: text('上移', 'Move up'),
  down: text('下移', 'Move down'),
  first: text('已经是第一个', 'Already the first'),
  last: text('已经是最后一个', 'Already the last'),
  add: text('新增按钮', 'Add button'),
  removeQuestion: text('删除菜单「{title}」？', 'Delete “{title}”?'),
  removeBuiltIn: text('内置菜单可以随时恢复。', 'Built-in entries can be restored at any time.'),
  removeOwn: text('自己添加的菜单删除后不能恢复。', 'Custom entries cannot be restored after deletion.'),
  hideQuestion: text('隐藏「{title}」？', 'Hide “{title}”?'),
  goneNote: {
    directory: text(
      '它和下面的 {pages} 个页面立即从所有客户的菜单中消失，直接打开地址也是 404。现在有 {n} 个角色可以进入其中的页面。',
      'It and its {pages} {pages|page|pages} disappear from every customer’s menu immediately; their addresses return 404. {n} {n|role|roles} can currently open its pages.',
    ),
    page: text(
      '它立即从所有客户的菜单中消失，直接打开地址也是 404。现在有 {n} 个角色可以进入。',
      'It disappears from every customer’s menu immediately; its address returns 404. {n} {n|role|roles} can currently open it.',
    ),
    button: text(
      '所有客户的页面上都不再有这个按钮。现在有 {n} 个角色持有它。',
      'The button disappears from the page for all customers. {n} {n|role holds|roles hold} it now.',
    ),
  },
  hideBack: text(
    '角色的授权和数据都不变，重新显示后照旧。',
    'Role grants and data are unchanged and apply again once it is shown.',
  ),
  restore: text('恢复', 'Restore'),
  shown: text('菜单已更新，下次读取即生效', 'Menu updated; takes effect on next load'),
  restored: text('已恢复为内置菜单', 'Restored to built-in'),
  restoreAll: text('恢复全部', 'Restore everything'),
  restoreAllQuestion: text('把 {n} 个改动过的菜单恢复为内置？', 'Restore {n} changed {n|entry|entries} to built-in?'),
  restoreAllNote: text(
    '标题、位置、显示与否都回到内置表；自己添加的保留。',
    'Titles, positions and visibility return to the built-in menu. Custom entries are kept.',
  ),
};

/** The actions on a menu entry. */
export function useMenuSteps(options: {
  tree: readonly MenuEntry[];
  onEdit: (entry: MenuEntry) => void;
  onAdd: (parentKey: string) => void;
}) {
  const t = useText();
  const showing = useChange(setMenuVisible, { done: t(words.shown) });
  const sorting = useChange(sortMenu);
  const removing = useChange(deleteMenuEntry, { done: t(words.shown) });
  const restoring = useChange(restoreMenu, { done: t(words.restored) });

  /** Asks for confirmation: an entry is removed for every customer at once. */
  const isMeant = (entry: MenuEntry, question: Text, deed: Text, back: Text): Promise<boolean> => {
    const pages = options.tree.filter((each) => each.parentKey === entry.key && !each.isDeleted).length;
    return confirmFirst({
      title: t(question, { title: t(entry) }),
      body: (
        <>
          <p>{t(words.goneNote[entry.kind], { pages: countAmount(pages), n: countAmount(entry.roles) })}</p>
          {entry.roles > 0 ? <EntryHolders entryKey={entry.key} /> : null}
          <p>{t(back)}</p>
        </>
      ),
      confirm: t(deed),
      isDanger: true,
    });
  };
  const remove = async (entry: MenuEntry) => {
    const back = entry.isBuiltIn ? words.removeBuiltIn : words.removeOwn;
    const isSure = await isMeant(entry, words.removeQuestion, verbs.delete, back);
    if (isSure) await removing.run({ body: { key: entry.key } });
  };
  const turn = async (entry: MenuEntry) => {
    const isSure = !entry.isVisible || (await isMeant(entry, words.hideQuestion, words.hide, words.hideBack));
    if (isSure) await showing.run({ body: { key: entry.key, isVisible: !entry.isVisible } });
  };
  const restoreAll = (changed: number) =>
    restoring.confirm({
      title: t(words.restoreAllQuestion, { n: countAmount(changed) }),
      body: <p>{t(words.restoreAllNote)}</p>,
      confirm: t(words.restoreAll),
      isDanger: true,
      sends: { body: {} },
    });

  const stepsOf = ({ entry, siblings }: MenuRow): RowAction[] => {
    const restore: RowAction = {
      key: 'restore',
      label: t(words.restore),
      call: restoreMenu,
      onPick: () => void restoring.run({ body: { key: entry.key } }),
    };
    if (entry.isDeleted) return [restore];
    const needed = entry.lockedBy === 'self' && t(menuNeedsItself.text);
    const fixed = entry.lockedBy && entry.lockedBy !== 'self' ? t(LOCKS[entry.lockedBy].why) : false;
    const move = (step: -1 | 1, end: string): Pick<RowAction & { onPick: () => void }, 'disabled' | 'onPick'> => {
      const keys = movedKeys(siblings, entry.key, step);
      return {
        disabled: keys ? false : end,
        onPick: () => {
          if (!keys) return;
          const level = options.tree.filter((each) => each.parentKey === entry.parentKey && !each.isDeleted);
          const whole = inWholeLevel(
            level.map((each) => each.key),
            keys,
          );
          void sorting.run({ body: { parentKey: entry.parentKey, keys: whole } });
        },
      };
    };
    return [
      { key: 'edit', label: t(verbs.edit), call: saveMenuEntry, onPick: () => options.onEdit(entry) },
      {
        key: 'visible',
        label: t(entry.isVisible ? words.hide : verbs.show),
        call: setMenuVisible,
        disabled: needed || fixed,
        onPick: () => void turn(entry),
      },
      { key: 'up', label: t(words.up), call: sortMenu, ...move(-1, t(words.first)) },
      { key: 'down', label: t(words.down), call: sortMenu, ...move(1, t(words.last)) },
      ...(entry.kind === 'page'
        ? [{ key: 'add', label: t(words.add), call: saveMenuEntry, onPick: () => options.onAdd(entry.key) }]
        : []),
      ...(entry.isBuiltIn && entry.isChanged ? [restore] : []),
      {
        key: 'remove',
        label: t(verbs.delete),
        call: deleteMenuEntry,
        isDanger: true,
        disabled: needed,
        onPick: () => void remove(entry),
      },
    ];
  };
  return { stepsOf, restoreAll };
}
