import { routeIgnoringCase } from '@cardinal/contract/routes/matching.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { pathsOf } from '../shell/guard.ts';
import { Link } from '../shell/Link.tsx';
import { lastUnknownPath, navigate } from '../shell/navigation.ts';
import { setPaletteOpen, useShell } from '../shell/shellState.ts';

const words = {
  title: text('页面不存在', 'Page not found'),
  asked: text('没有找到 {path}', '{path} was not found'),
  home: text('返回首页', 'Back to home'),
  search: text('搜索页面', 'Search screens'),
  meant: text('是否要打开 {title}？', 'Did you mean {title}?'),
};

/** The same text for an address that does not exist and for one this account may not open. */
export default function NotFound() {
  const t = useText();
  const asked = lastUnknownPath();
  const entries = useShell((shell) => shell.entries);
  const found = asked ? routeIgnoringCase(asked) : undefined;
  // Suggests only a similar address that this account may open: the existence of others is not revealed.
  const isOffered = found !== undefined && found.path !== asked && pathsOf(entries).includes(found.path);
  const meant = isOffered ? found : undefined;
  return (
    <>
      <h1 className="only-heard">{t(words.title)}</h1>
      <EmptyState
        title={t(words.title)}
        hint={
          asked ? (
            <>
              {t(words.asked, { path: asked.slice(0, 120) })}
              {meant ? (
                <>
                  <br />
                  <Link to={meant.path}>{t(words.meant, { title: meant.title })}</Link>
                </>
              ) : null}
            </>
          ) : undefined
        }
        action={
          <>
            <button type="button" className="button button-primary" onClick={() => navigate('/dashboard')}>
              {t(words.home)}
            </button>
            <button type="button" className="button" onClick={() => setPaletteOpen(true)}>
              {t(words.search)}
            </button>
          </>
        }
      />
    </>
  );
}
