import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { MenuList } from '../_menu/MenuList.tsx';
import { menuOfDraft, missingFrom, renamedIn, type SetDraft, type TreeEntry } from './setDraft.ts';

const words = {
  title: text('方案预览', 'Menu set preview'),
  missing: text('比我的菜单少的页面（{n}）', 'Pages of my menu it leaves out ({n})'),
  same: text('与我的菜单页面相同', 'Contains all pages of my menu'),
  renamed: text('改了标题（{n}）', 'Renamed ({n})'),
  fromTo: text('{from} → {to}', '{from} → {to}'),
};

/** What customers with this set would see at most, and which pages of the menu above they would lose; saved or not. */
export function SetPreview(props: { tree: readonly TreeEntry[]; draft: SetDraft; onClose: () => void }) {
  const t = useText();
  const { tree, draft } = props;
  const missing = missingFrom(tree, draft);
  const renamed = renamedIn(tree, draft);
  const sections = menuOfDraft(tree, draft).map(({ key, title, pages }) => ({
    key,
    title: t(title),
    pages: pages.map((page) => ({ key: page.key, title: t(page.title) })),
  }));
  return (
    <Sheet isOpen title={t(words.title)} width={760} onClose={props.onClose}>
      <MenuList sections={sections} />
      <h3>{missing.length > 0 ? t(words.missing, { n: countAmount(missing.length) }) : t(words.same)}</h3>
      <Paragraph ink="secondary">{missing.map((entry) => t(entry)).join(' · ')}</Paragraph>
      {renamed.length > 0 ? (
        <>
          <h3>{t(words.renamed, { n: countAmount(renamed.length) })}</h3>
          <Paragraph ink="secondary">
            {renamed.map(({ from, to }) => t(words.fromTo, { from: t(from), to: t(to) })).join(' · ')}
          </Paragraph>
        </>
      ) : null}
    </Sheet>
  );
}
