import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import './menuPreview.css';

const words = {
  count: text(
    '{sections} 个栏目，{pages} 个页面',
    '{sections} {sections|section|sections}, {pages} {pages|page|pages}',
  ),
};

type Page = { readonly key: string; readonly title: string };

/** A menu as users see it: sections with their pages; a top-level page has none below. */
export function MenuList(props: { sections: readonly (Page & { readonly pages: readonly Page[] })[] }) {
  const t = useText();
  const pages = props.sections.reduce((sum, section) => sum + Math.max(section.pages.length, 1), 0);
  return (
    <>
      <Paragraph ink="secondary" below="m">
        {t(words.count, { sections: countAmount(props.sections.length), pages: countAmount(pages) })}
      </Paragraph>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the panel is scrolled by keyboard too */}
      <ul className="menu-preview" tabIndex={0} aria-label={t(nouns.menu)}>
        {props.sections.map((section) => (
          <li key={section.key}>
            <b>{section.title}</b>
            {section.pages.length > 0 ? (
              <ul>
                {section.pages.map((page) => (
                  <li key={page.key}>{page.title}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
