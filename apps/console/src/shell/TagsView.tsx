import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { ChevronDownIcon, CloseIcon, RefreshIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from './Link.tsx';
import { confirmFirst } from './questions.ts';
import { closeTags, refreshTag, titleOf, useShell } from './shellState.ts';
import { useSite } from './site.ts';
import { HOME_PATH, type Tag } from './tags.ts';
import { hasUnsaved, LEAVE_QUESTION } from './unsaved.ts';

const words = {
  tags: text('已打开的页面', 'Open screens'),
  demo: text('演示数据', 'Demo data'),
  demoHint: text('客户、卡片和数字都是虚构的', 'Customers, cards and figures are fictitious'),
  closeNamed: text('关闭 {title}', 'Close {title}'),
  closeOthers: text('关闭其他', 'Close others'),
  closeAll: text('关闭全部', 'Close all'),
  actions: text('标签页操作', 'Tab actions'),
};

/** The visited screens. They scroll if there are many; the current one is always visible. */
export function TagsView(props: { current: string }) {
  const { current } = props;
  const t = useText();
  const tags = useShell((shell) => shell.tags);
  const isDemo = useSite((site) => site.isDemo);
  const strip = useRef<HTMLElement>(null);
  /** A tag was closed from within the strip: the focus goes to the current one. */
  const isLeft = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another current tag is what moves the strip
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current=page]');
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!link || !isLeft.current) return;
    isLeft.current = false;
    link.focus();
  }, [current, tags.length]);

  const close = async (isClosed: (tag: Tag) => boolean) => {
    const isAsked = tags.some((tag) => isClosed(tag) && tag.path !== HOME_PATH && hasUnsaved(tag.path));
    const isWithin = strip.current?.contains(document.activeElement) ?? false;
    if (
      isAsked &&
      !(await confirmFirst({ title: t(LEAVE_QUESTION), confirm: t(verbs.discardChanges), isDanger: true }))
    )
      return;
    isLeft.current = isWithin;
    closeTags(current, isClosed);
  };
  const refresh = async () => {
    const isAsked = hasUnsaved(current);
    if (
      isAsked &&
      !(await confirmFirst({ title: t(LEAVE_QUESTION), confirm: t(verbs.discardChanges), isDanger: true }))
    )
      return;
    refreshTag(current);
  };
  const closeByKey = (event: KeyboardEvent, tag: Tag) => {
    if (event.key !== 'Delete' || tag.path === HOME_PATH) return;
    event.preventDefault();
    void close((each) => each.path === tag.path);
  };

  return (
    <div className="tags">
      <nav className="tags-strip" aria-label={t(words.tags)} ref={strip}>
        <ul>
          {tags.map((tag) => {
            const title = titleOf(tag, t);
            const isCurrent = tag.path === current;
            return (
              <li key={tag.path} className={isCurrent ? 'tag is-current' : 'tag'}>
                <Link
                  to={tag.fullPath}
                  isCurrent={isCurrent}
                  title={title}
                  onAuxClick={(event) => {
                    if (event.button !== 1 || tag.path === HOME_PATH) return;
                    event.preventDefault();
                    void close((each) => each.path === tag.path);
                  }}
                  onKeyDown={(event) => closeByKey(event, tag)}
                >
                  {title}
                </Link>
                {tag.path === HOME_PATH ? null : (
                  <button
                    type="button"
                    className="icon-button icon-button-small"
                    aria-label={t(words.closeNamed, { title })}
                    onClick={() => close((each) => each.path === tag.path)}
                  >
                    <CloseIcon size={10} />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      </nav>
      {isDemo ? (
        <span className="tags-demo" title={t(words.demoHint)}>
          {t(words.demo)}
        </span>
      ) : null}
      <button
        type="button"
        className="icon-button icon-button-small"
        aria-label={t(verbs.refresh)}
        title={t(verbs.refresh)}
        onClick={refresh}
      >
        <RefreshIcon size={14} />
      </button>
      <MenuButton
        label={t(words.actions)}
        className="icon-button icon-button-small"
        items={[
          { key: 'refresh', label: t(verbs.refresh), onPick: refresh },
          {
            key: 'close',
            label: t(verbs.close),
            isDisabled: current === HOME_PATH,
            onPick: () => void close((tag) => tag.path === current),
          },
          { key: 'others', label: t(words.closeOthers), onPick: () => void close((tag) => tag.path !== current) },
          { key: 'all', label: t(words.closeAll), onPick: () => void close(() => true) },
        ]}
      >
        <ChevronDownIcon size={14} />
      </MenuButton>
    </div>
  );
}
