import { importMenu, menuFileSchema, previewMenuFile } from '@cardinal/contract/api/identity/menus.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { useRef } from 'react';
import type * as z from 'zod';
import { call } from '../../../http/call.ts';
import { useChange } from '../../../kit/change.ts';
import { refusedFields } from '../../../kit/refusedFields.ts';
import { offer } from '../../../kit/saveFile.ts';
import { Can } from '../../../shell/Can.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { toast } from '../../../shell/toasts.ts';
import type { MenuEntry } from './menuRows.ts';

const words = {
  save: verbs.export,
  load: verbs.import,
  nothing: text('与内置菜单一致，没有可导出的改动', 'Same as the built-in menu; nothing to export'),
  unreadable: text('不是本系统导出的菜单文件', 'Not a menu file exported from this system'),
  same: text('与当前菜单一致', 'Same as the current menu'),
  question: text('用「{name}」替换当前菜单？', 'Replace the current menu with “{name}”?'),
  changed: text('{n} 项变更', '{n} {n|entry|entries} changed'),
  added: text('新增 {n} 项', '{n} added'),
  restored: text('{n} 项恢复为内置', '{n} restored to built-in'),
  removed: text('删除 {n} 项自建菜单', '{n} custom entries deleted'),
  gone: text('将从所有客户的菜单中消失：{titles}', 'Disappears from every customer’s menu: {titles}'),
  more: text('等 {n} 项', 'and {n} more'),
  replace: text('替换', 'Replace'),
  done: text('菜单已替换，下次读取即生效', 'Menu replaced; takes effect on next load'),
};

type MenuFile = z.input<typeof menuFileSchema>;
const MOST_NAMED = 6;

const fileOf = (tree: readonly MenuEntry[]): MenuFile => ({
  format: 'cardinal-menu',
  entries: tree
    .filter(({ isChanged }) => isChanged)
    .map(({ key, kind, parentKey, zh, en, icon, sort, permissionId, editions, kinds, isVisible, isDeleted }) => ({
      ...{ key, kind, parentKey, zh, en, icon, sort, permissionId, editions, kinds, isVisible, isDeleted },
    })),
});

async function read(file: File): Promise<MenuFile | undefined> {
  try {
    return menuFileSchema.safeParse(JSON.parse(await file.text())).data;
  } catch {
    return undefined;
  }
}

function Change({ change, t }: { change: AnswerOf<typeof previewMenuFile>; t: Say }) {
  const { gone, ...counts } = change;
  const parts = (['changed', 'added', 'restored', 'removed'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(words[name], { n: countAmount(counts[name]) }));
  const titles = gone.slice(0, MOST_NAMED).map((entry) => t(entry));
  if (gone.length > MOST_NAMED) titles.push(t(words.more, { n: countAmount(gone.length - MOST_NAMED) }));
  return (
    <>
      <p>{parts.join(' · ')}</p>
      {gone.length > 0 ? <p>{t(words.gone, { titles: titles.join(t(text('、', ', '))) })}</p> : null}
    </>
  );
}

/** The menu as a file: an export holds the differences from the built-in menu, and an import replaces all of them. */
export function MenuFile(props: { tree: readonly MenuEntry[] }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const importing = useChange(importMenu, { done: t(words.done) });
  const file = fileOf(props.tree);
  const isSame = file.entries.length === 0;

  const save = () => {
    const day = new Date().toISOString().slice(0, 10);
    offer(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `menu-${day}.json`);
  };
  const load = async (picked: File | undefined) => {
    if (!picked) return;
    const body = await read(picked);
    if (!body) return toast.warning(t(words.unreadable));
    try {
      const change = await call(previewMenuFile, { body }, { isSilent: true });
      if (change.added + change.removed + change.changed + change.restored === 0) return toast.info(t(words.same));
      const isMeant = await confirmFirst({
        title: t(words.question, { name: picked.name }),
        body: <Change change={change} t={t} />,
        confirm: t(words.replace),
        isDanger: true,
      });
      if (isMeant) await importing.run({ body });
    } catch (error) {
      refusedFields(error);
    }
  };
  return (
    <>
      <Button disabled={isSame} title={isSame ? t(words.nothing) : undefined} onClick={save}>
        {t(words.save)}
      </Button>
      <Can call={importMenu}>
        <Button loading={importing.isRunning} onClick={() => input.current?.click()}>
          {t(words.load)}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept=".json,application/json"
          aria-label={t(words.load)}
          onChange={(event) => {
            void load(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Can>
    </>
  );
}
