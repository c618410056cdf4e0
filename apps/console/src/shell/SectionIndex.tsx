import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Link } from './Link.tsx';

/** A section that leads to none of its screens shows them all. */
export function SectionIndex(props: { menu: readonly RouteEntry[]; path: string }) {
  const t = useText();
  const section = props.menu.find((entry) => entry.path === props.path);
  if (!section) return null;
  return (
    <>
      <h1>{t(section.meta)}</h1>
      <ul className="section-index">
        {section.children.map((child) => (
          <li key={child.path}>
            <Link to={child.path}>{t(child.meta)}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
