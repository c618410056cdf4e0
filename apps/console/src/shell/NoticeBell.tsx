import {
  confirmNotice,
  listInbox,
  NOTICE_CHANGED,
  readBell,
  viewAllNotices,
  viewNotice,
} from '@cardinal/contract/api/notices/inbox.ts';
import { NoticeKind } from '@cardinal/contract/api/notices/notices.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { BellIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { useDismissal } from '@cardinal/ui/MenuButton.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { call } from '../http/call.ts';
import { useChange } from '../kit/change.ts';
import { CountBadge } from './CountBadge.tsx';
import { Link } from './Link.tsx';
import { onLive } from './liveEvents.ts';
import { NoticeLink, NoticeText } from './NoticeText.tsx';
import { mayCall } from './permissions.ts';

const words = {
  title: text('通知', 'Notices'),
  unread: text('通知（{n} 条未读）', 'Notices ({n} unread)'),
  all: text('全部通知', 'All notices'),
  isUnread: text('未读', 'unread'),
  confirm: text('我已阅读', 'I have read this'),
  left: text('还有 {n} 条', '{n} more'),
};

type Bell = AnswerOf<typeof readBell>;
type Line = Bell['latest'][number];
const KEY = [readBell.name];
/** Polls for changes without an event, such as the end of a validity. */
const ASK_EVERY_MS = 60_000;

function useBell(): Bell | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(readBell, {}, { signal, isSilent: true }),
    refetchInterval: ASK_EVERY_MS,
  });
  useEffect(
    () =>
      onLive(NOTICE_CHANGED, () => {
        void queries.invalidateQueries({ queryKey: KEY });
        void queries.invalidateQueries({ queryKey: [listInbox.name] });
      }),
    [queries],
  );
  return data;
}

function NoticeLine({ line, onFollow }: { line: Line; onFollow: () => void }) {
  const t = useText();
  const viewing = useChange(viewNotice, { isSilent: true });
  const detail = [t(NoticeKind.labelOf(line.kind)), line.from, line.summary].filter(Boolean).join(' · ');
  const follow = () => {
    // Opening in the inbox marks as read there; a link bypasses the inbox.
    if (line.link && !line.isRead) viewing.run({ body: { id: line.id } }).catch(() => {});
    onFollow();
  };
  const to = line.link ?? `/system/notiflyList?shown=${line.id}`;
  return (
    <li className={classNames('bell-line', !line.isRead && 'is-unread')}>
      <NoticeLink to={to} onFollow={follow}>
        {line.isRead ? null : <span className="only-heard">{t(words.isUnread)} </span>}
        {line.title}
      </NoticeLink>
      <TimeAgo at={line.createdAt} />
      <small>{detail}</small>
    </li>
  );
}

/** Notices that need confirmation block everything else, one after another; Esc does not dismiss them. */
function MustRead({ notice, left }: { notice: Bell['toConfirm'][number]; left: number }) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const confirming = useChange(confirmNotice);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The focus is on the text, not on the button, so that an Enter meant for the login confirms nothing.
    heading.current?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm must-read"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // Browsers close a dialog on the second Esc even if its `cancel` was prevented.
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <small className="must-read-mark">
        {t(nouns.mustRead)} · {notice.from} · <TimeAgo at={notice.createdAt} />
      </small>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {notice.title}
      </h2>
      <div className="must-read-body">
        <NoticeText written={notice.body} />
      </div>
      <div className="confirm-actions">
        {left > 0 ? (
          <Paragraph as="span" ink="secondary">
            {t(words.left, { n: left })}
          </Paragraph>
        ) : null}
        <button
          type="button"
          className="button button-primary"
          disabled={confirming.isRunning}
          onClick={() => void confirming.run({ body: { id: notice.id } })}
        >
          {t(words.confirm)}
        </button>
      </div>
    </dialog>
  );
}

/** Unread notices and the last ten, live. Mandatory notices block once after login, not during work. */
export default function NoticeBell() {
  const t = useText();
  const bell = useBell();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const root = useDismissal(isOpen, close);
  const readingAll = useChange(viewAllNotices);
  const atLogin = useRef<ReadonlySet<string>>(undefined);
  if (bell && !atLogin.current) atLogin.current = new Set(bell.toConfirm.map((notice) => notice.id));
  const blocking = bell?.toConfirm.filter((notice) => atLogin.current?.has(notice.id)) ?? [];
  const [first] = blocking;
  const unread = bell?.unread ?? 0;
  const label = unread > 0 ? t(words.unread, { n: unread }) : t(words.title);
  return (
    <div className="menu-root" ref={root}>
      <button
        type="button"
        className="icon-button"
        title={label}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <BellIcon />
        <span className="only-heard">{label}</span>
        <CountBadge count={unread} />
      </button>
      {isOpen ? (
        <section className="menu-panel bell-panel" aria-label={t(words.title)}>
          <header>
            <h3>{t(words.title)}</h3>
            {unread > 0 ? (
              <button
                type="button"
                className="link-button"
                disabled={readingAll.isRunning}
                onClick={() => void readingAll.run()}
              >
                {t(verbs.markAllRead)}
              </button>
            ) : null}
          </header>
          {bell?.latest.length === 0 ? <p className="bell-none">{t(sentences.noNotices)}</p> : null}
          <ul>
            {bell?.latest.map((line) => (
              <NoticeLine key={line.id} line={line} onFollow={close} />
            ))}
          </ul>
          {mayCall(listInbox) ? (
            <Link to="/system/notiflyList" className="bell-all" onFollow={close}>
              {t(words.all)}
            </Link>
          ) : null}
        </section>
      ) : null}
      {first ? <MustRead key={first.id} notice={first} left={blocking.length - 1} /> : null}
    </div>
  );
}
