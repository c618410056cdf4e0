import {
  deleteMenuEntry,
  menuNeedsItself,
  restoreMenu,
  saveMenuEntry,
  setMenuVisible,
  sortMenu,
} from '@cardinal/contract/api/menus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { type MenuEntry, type MenuRow, movedKeys } from './menuRows.ts';
import { LOCKS } from './menuWords.ts';

const words = {
  edit: text('编辑', 'Edit'),
  show: text('显示', 'Show'),
  hide: text('隐藏', 'Hide'),
  up: text('上移', 'Move up'),
  down: text('下移', 'Move down'),
  first: text('已经是第一个', 'Already the first'),
  last: text('已经是最后一个', 'Already the last'),
  add: text('新增按钮', 'Add a button'),
  remove: text('删除', 'Delete'),
  removeQuestion: text('删除菜单「{title}」？', 'Delete “{title}”?'),
  removeNote: text(
    '{n} 个角色持有它的权限，将不再看到它。',
    '{n} {n|role holds|roles hold} its permission and will not see it any more.',
  ),
  removeBuiltIn: text('内置菜单可以随时恢复。', 'A built-in entry can be restored at any time.'),
  removeOwn: text('自己添加的菜单删除后不能恢复。', 'An entry of your own cannot be brought back.'),
  restore: text('恢复', 'Restore'),
  shown: text('菜单已更新，下次读取即生效', 'The menu is updated and counts at the next reading'),
  restored: text('已恢复为内置菜单', 'Restored to the built-in entry'),
  restoreAll: text('恢复全部', 'Restore everything'),
  restoreAllQuestion: text('把 {n} 个改动过的菜单恢复为内置？', 'Restore {n} changed {n|entry|entries}?'),
  restoreAllNote: text(
    '标题、位置、显示与否都回到内置表；自己添加的保留。',
    'Titles, places and visibility go back to the built-in table; entries of your own stay.',
  ),
};

/** What can be done with an entry of the menu. */
export function useMenuSteps(options: { onEdit: (entry: MenuEntry) => void; onAdd: (parentKey: string) => void }) {
  const t = useText();
  const showing = useChange(setMenuVisible, { done: t(words.shown) });
  const sorting = useChange(sortMenu);
  const removing = useChange(deleteMenuEntry, { done: t(words.shown) });
  const restoring = useChange(restoreMenu, { done: t(words.restored) });

  const remove = async (entry: MenuEntry) => {
    const isSure = await confirmFirst({
      title: t(words.removeQuestion, { title: t(entry) }),
      body: (
        <>
          <p>{t(words.removeNote, { n: countAmount(entry.roles) })}</p>
          <p>{t(entry.isBuiltIn ? words.removeBuiltIn : words.removeOwn)}</p>
        </>
      ),
      confirm: t(words.remove),
      isDanger: true,
    });
    if (isSure) await removing.run({ body: { key: entry.key } });
  };
  const restoreAll = async (changed: number) => {
    const isSure = await confirmFirst({
      title: t(words.restoreAllQuestion, { n: countAmount(changed) }),
      body: <p>{t(words.restoreAllNote)}</p>,
      confirm: t(words.restoreAll),
      isDanger: true,
    });
    if (isSure) await restoring.run({ body: {} });
  };

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
          if (keys) void sorting.run({ body: { parentKey: entry.parentKey, keys } });
        },
      };
    };
    return [
      { key: 'edit', label: t(words.edit), call: saveMenuEntry, onPick: () => options.onEdit(entry) },
      {
        key: 'visible',
        label: t(entry.isVisible ? words.hide : words.show),
        call: setMenuVisible,
        disabled: needed || fixed,
        onPick: () => void showing.run({ body: { key: entry.key, isVisible: !entry.isVisible } }),
      },
      { key: 'up', label: t(words.up), call: sortMenu, ...move(-1, t(words.first)) },
      { key: 'down', label: t(words.down), call: sortMenu, ...move(1, t(words.last)) },
      ...(entry.kind === 'page'
        ? [{ key: 'add', label: t(words.add), call: saveMenuEntry, onPick: () => options.onAdd(entry.key) }]
        : []),
      ...(entry.isBuiltIn && entry.isChanged ? [restore] : []),
      {
        key: 'remove',
        label: t(words.remove),
        call: deleteMenuEntry,
        isDanger: true,
        disabled: needed,
        onPick: () => void remove(entry),
      },
    ];
  };
  return { stepsOf, restoreAll };
}
