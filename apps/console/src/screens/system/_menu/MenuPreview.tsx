import { previewMenu } from '@cardinal/contract/api/identity/menus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { shownMenu } from '../../../shell/routeList.ts';
import { isBuiltPath } from '../../../shell/screenFiles.ts';
import { MenuList } from './MenuList.tsx';

const words = {
  none: text('看不到任何页面', 'Sees no pages'),
  noneHint: text(
    '没有可打开的页面时，只显示首页和修改密码。',
    'Without any page, only the dashboard and password change are shown.',
  ),
  failed: text('预览加载失败', 'Failed to load the preview'),
};

/** The menu as a role or a customer sees it. */
export function MenuPreview(props: { roleId?: string; customerId?: string }) {
  const t = useText();
  const query = {
    ...(props.roleId ? { roleId: props.roleId } : {}),
    ...(props.customerId ? { customerId: props.customerId } : {}),
  };
  const { data, error, refetch } = useRead(previewMenu, query);
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  const menu = shownMenu(data, undefined, isBuiltPath);
  if (menu.length === 0) return <EmptyState title={t(words.none)} hint={t(words.noneHint)} />;
  const sections = menu.map((entry) => ({
    key: entry.path,
    title: t(entry.meta),
    pages: entry.children.map((child) => ({ key: child.path, title: t(child.meta) })),
  }));
  return <MenuList sections={sections} />;
}
