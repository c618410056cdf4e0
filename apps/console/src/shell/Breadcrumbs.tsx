import { SECTIONS } from '@cardinal/contract/routes/table.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Link } from './Link.tsx';
import { titleOf, useShell } from './shellState.ts';

const WHERE = text('当前位置', 'Current location');

/** Section and screen; the section links to its first screen. */
export function Breadcrumbs(props: { current: string }) {
  const t = useText();
  const tag = useShell((shell) => shell.tags.find((each) => each.path === props.current));
  const section = SECTIONS.find((each) => props.current.startsWith(`${each.path}/`));
  return (
    <nav className="breadcrumbs" aria-label={t(WHERE)}>
      <ol>
        {section ? (
          <li>
            <Link to={section.path}>{t(section.title)}</Link>
          </li>
        ) : null}
        {tag ? (
          <li aria-current="location">
            {t(tag.title)}
            {tag.ownTitle ? <span className="breadcrumbs-own"> {titleOf(tag, t)}</span> : null}
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
