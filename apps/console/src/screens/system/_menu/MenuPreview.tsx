import { previewMenu } from '@cardinal/contract/api/menus.ts';
import { menuOf } from '@cardinal/contract/routes/menuRules.ts';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailSkeleton, EmptyState, ErrorState } from '@cardinal/ui/States.tsx';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import './menuPreview.css';

const words = {
  menu: text('菜单', 'Menu'),
  count: text(
    '{sections} 个栏目，{pages} 个页面',
    '{sections} {sections|section|sections}, {pages} {pages|page|pages}',
  ),
  none: text('看不到任何页面', 'Sees no page'),
  noneHint: text(
    '没有可打开的页面时，只显示首页和修改密码。',
    'Without a page to open there are only home and the own password.',
  ),
  failed: text('预览加载失败', 'The preview could not be loaded'),
};

const pagesOf = (entry: RouteEntry): readonly RouteEntry[] => (entry.children.length > 0 ? entry.children : [entry]);

/** The menu as a role or a customer sees it. */
export function MenuPreview(props: { roleId?: string; customerId?: string }) {
  const t = useText();
  const query = {
    ...(props.roleId ? { roleId: props.roleId } : {}),
    ...(props.customerId ? { customerId: props.customerId } : {}),
  };
  const { data, error } = useQuery({
    queryKey: [previewMenu.name, query],
    queryFn: ({ signal }) => call(previewMenu, { query }, { signal, isSilent: true }),
  });
  if (error) return <ErrorState title={t(words.failed)} hint={error.message} />;
  if (!data) return <DetailSkeleton />;
  const menu = menuOf(data);
  if (menu.length === 0) return <EmptyState title={t(words.none)} hint={t(words.noneHint)} />;
  const pages = menu.reduce((sum, entry) => sum + pagesOf(entry).length, 0);
  return (
    <>
      <p className="menu-preview-count">
        {t(words.count, { sections: countAmount(menu.length), pages: countAmount(pages) })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the panel is scrolled by keyboard too */}
      <ul className="menu-preview" tabIndex={0} aria-label={t(words.menu)}>
        {menu.map((entry) => (
          <li key={entry.path}>
            <b>{t(entry.meta)}</b>
            {entry.children.length > 0 ? (
              <ul>
                {entry.children.map((child) => (
                  <li key={child.path}>{t(child.meta)}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
