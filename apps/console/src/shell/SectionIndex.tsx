import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Link } from './Link.tsx';
import { groupedBySubject } from './systemGroups.ts';

/** A section without a default screen shows all its screens as tiles by group. */
export function SectionIndex(props: { menu: readonly RouteEntry[]; path: string }) {
  const t = useText();
  const section = props.menu.find((entry) => entry.path === props.path);
  if (!section) return null;
  return (
    <>
      <h1>{t(section.meta)}</h1>
      {groupedBySubject(section.children).map((group) => (
        <section key={group.key} aria-labelledby={`index-${group.key}`}>
          <h2 id={`index-${group.key}`} className="section-group">
            {t(group.title)}
          </h2>
          <ul className="section-index">
            {group.entries.map((child) => (
              <li key={child.path}>
                <Link to={child.path}>{t(child.meta)}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
