import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, Pane } from '@cardinal/ui/layout/Box.tsx';
import { PickButton, TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Columns, Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { LOCKS } from '../_menu/menuWords.ts';
import { canMove, childrenOf, moved, type SetDraft, shareOf, type TreeEntry, withEntry } from './setDraft.ts';

const words = {
  sections: text('菜单栏目', 'Sections'),
  count: text('{n} / {all}', '{n} of {all}'),
  down: text('下移', 'Down'),
  rename: text('改名', 'Rename'),
  moveUp: text('上移 {title}', 'Move {title} up'),
  moveDown: text('下移 {title}', 'Move {title} down'),
  renameNamed: text('给 {title} 改名', 'Rename {title}'),
  ownZh: text('中文标题，空着用「{title}」', 'Chinese title; leave empty for “{title}”'),
  ownEn: text('英文标题，空着用「{title}」', 'English title; leave empty for “{title}”'),
};

type Editing = {
  /** The shown entries and all entries: a section is added and removed as a whole. */
  readonly tree: readonly TreeEntry[];
  readonly whole: readonly TreeEntry[];
  readonly draft: SetDraft;
  readonly isFixed: boolean;
  readonly onDraft: (next: SetDraft) => void;
};

/** One entry: in or out, its title in this set, its place. */
function Row(props: Editing & { entry: TreeEntry; onRename: () => void; isRenaming: boolean }) {
  const t = useText();
  const { tree, draft, entry, isFixed, onDraft } = props;
  const own = draft.titles[entry.key];
  const title = t({ zh: own?.zh || entry.zh, en: own?.en || entry.en });
  const share = shareOf(tree, draft, entry);
  const setTitle = (language: 'zh' | 'en', value: string) =>
    onDraft({
      ...draft,
      titles: { ...draft.titles, [entry.key]: { ...{ zh: '', en: '' }, ...own, [language]: value } },
    });
  return (
    <li>
      <Inline isOneLine>
        <Checkbox
          checked={share === 'all'}
          indeterminate={share === 'some'}
          disabled={isFixed}
          onChange={(event) => onDraft(withEntry(props.whole, draft, entry, event.target.checked))}
        >
          {title}
        </Checkbox>
        {own?.zh || own?.en ? <small>{t(entry)}</small> : null}
        {entry.lockedBy ? <Badge title={t(LOCKS[entry.lockedBy].why)}>{t(LOCKS[entry.lockedBy].mark)}</Badge> : null}
        {isFixed ? null : (
          <>
            <Spacer />
            <Inline as="span" gap="m" isOneLine>
              {([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  className="link-button"
                  disabled={!canMove(tree, draft, entry, step)}
                  aria-label={t(step < 0 ? words.moveUp : words.moveDown, { title })}
                  onClick={() => onDraft(moved(tree, draft, entry, step))}
                >
                  {t(step < 0 ? verbs.up : words.down)}
                </button>
              ))}
              <TextButton
                aria-expanded={props.isRenaming}
                aria-label={t(words.renameNamed, { title })}
                onClick={props.onRename}
              >
                {t(words.rename)}
              </TextButton>
            </Inline>
          </>
        )}
      </Inline>
      {props.isRenaming ? (
        <Grid columns={2} gap="s" below="s">
          {(['zh', 'en'] as const).map((language) => {
            const hint = t(language === 'zh' ? words.ownZh : words.ownEn, { title: entry[language] });
            return (
              <Input
                key={language}
                maxLength={30}
                allowClear
                placeholder={hint}
                aria-label={hint}
                value={own?.[language] ?? ''}
                onChange={(event) => setTitle(language, event.target.value)}
              />
            );
          })}
        </Grid>
      ) : null}
    </li>
  );
}

/** Sections on the left, the pages of the selected one on the right, both in their final order. */
export function SetTree(props: Editing) {
  const t = useText();
  const { tree, draft } = props;
  const [picked, setPicked] = useState<string>();
  const [renamed, setRenamed] = useState<string>();
  const tops = childrenOf(tree, draft, null);
  const current = tops.find(({ key }) => key === picked) ?? tops[0];
  if (!current) return null;
  const pages = current.kind === 'page' ? [] : childrenOf(tree, draft, current.key);
  const row = (entry: TreeEntry) => (
    <Row
      key={entry.key}
      {...props}
      entry={entry}
      isRenaming={renamed === entry.key}
      onRename={() => setRenamed(renamed === entry.key ? undefined : entry.key)}
    />
  );
  return (
    <Columns side="m" above="m">
      <Pane aria-label={t(words.sections)}>
        {tops.map((top) => {
          const all = top.kind === 'page' ? [top] : childrenOf(tree, draft, top.key);
          const n = all.filter(({ key }) => draft.pages.has(key)).length;
          return (
            <PickButton
              key={top.key}
              isPicked={top === current}
              isOff={n === 0}
              note={t(words.count, { n: countAmount(n), all: countAmount(all.length) })}
              aria-current={top === current}
              onClick={() => setPicked(top.key)}
            >
              {t({ zh: draft.titles[top.key]?.zh || top.zh, en: draft.titles[top.key]?.en || top.en })}
            </PickButton>
          );
        })}
      </Pane>
      <Box>
        <Stack as="ul" gap="xs">
          {row(current)}
          {pages.map(row)}
        </Stack>
      </Box>
    </Columns>
  );
}
