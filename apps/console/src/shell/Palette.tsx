import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import {
  CardIcon,
  ChevronRightIcon,
  DotIcon,
  EsimIcon,
  PeopleIcon,
  PoolIcon,
  SearchIcon,
  TaskIcon,
  UploadIcon,
} from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { MatchedText } from '@cardinal/ui/MatchedText.tsx';
import { useQuery } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { call } from '../http/call.ts';
import { navigate } from './navigation.ts';
import { mayCall } from './permissions.ts';
import { setPaletteOpen } from './shellState.ts';

const words = {
  title: text('快速跳转', 'Go anywhere'),
  placeholder: text(
    '页面名称、卡号后几位（至少 4 位）或完整号码',
    'Page name, the last digits of a card number (4 or more), or whole numbers',
  ),
  screens: text('页面', 'Screens'),
  byFile: text('查找文件中的号码', 'Find numbers from a file'),
  found: text('查找结果', 'Found'),
  byFileHint: text('xlsx、csv，最多 50 万个', 'xlsx, csv, up to 500,000'),
  searchAll: text('在全局搜索中查看 “{words}”', 'Show “{words}” in global search'),
  keys: text('↑↓ 选择 · Enter 打开 · Esc 关闭', '↑↓ select · Enter open · Esc close'),
};

type Choice = {
  readonly key: string;
  readonly group: string;
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly icon: ReactNode;
  readonly to: string;
};

/** Every screen of the menu with its section. */
const screensOf = (menu: readonly RouteEntry[]): { entry: RouteEntry; section?: RouteEntry }[] =>
  menu.flatMap((entry) =>
    entry.children.length === 0 ? [{ entry }] : entry.children.map((child) => ({ entry: child, section: entry })),
  );

/** Matches letters in order, not necessarily adjacent: «flcm» finds flowCardManagement. */
function fits(wanted: string, ...offered: readonly string[]): boolean {
  const letters = wanted.toLowerCase().replace(/\s+/g, '');
  return offered.some((each) => {
    const word = each.toLowerCase();
    if (word.includes(letters)) return true;
    if (letters.length < 3) return false;
    let at = 0;
    for (const letter of word) if (letter === letters[at]) at += 1;
    return at === letters.length;
  });
}

/** Anything that could be part of a card's number; the server also accepts pasted lists. */
const couldBeNumber = (typed: string) => (typed.match(/[0-9A-Za-z]{4,}/) ?? []).length > 0 && /\d{4}/.test(typed);

const SEARCH_SCREEN = { permission: ['globalSearch.view'] } as const;
const MOST_CARDS = 6;
const MOST_OTHERS = 8;
const OTHER_ICONS = {
  card: <CardIcon />,
  esimCard: <EsimIcon />,
  cardPool: <PoolIcon />,
  task: <TaskIcon />,
  customer: <PeopleIcon />,
} as const;

function useFound(typed: string): Choice[] {
  const t = useText();
  const wanted = useDeferredValue(typed.trim());
  const isAsked = couldBeNumber(wanted) && mayCall(globalSearch);
  const { data } = useQuery({
    queryKey: ['palette', wanted],
    queryFn: ({ signal }) =>
      call(globalSearch, { query: { q: wanted } }, { signal, isSilent: true, raceKey: 'palette' }),
    enabled: isAsked,
    staleTime: 30_000,
  });
  if (!isAsked) return [];
  const matchOf = new Map((data?.matches ?? []).map((match) => [match.cardId, match]));
  const cards = (data?.cards ?? []).slice(0, MOST_CARDS).map((card): Choice => {
    const match = matchOf.get(card.id);
    const number = match && match.number !== 'iccid' ? match.number : undefined;
    const standing = `${t(Lifecycle.labelOf(card.lifecycle))} · ${card.customerName}`;
    return {
      key: `card ${card.id}`,
      group: t(words.found),
      label: match?.number === 'iccid' ? <MatchedText value={card.iccid} typed={match.typed} /> : card.iccid,
      hint:
        match && number ? (
          <>
            {t(cardFields[number].label)} <MatchedText value={card[number] ?? ''} typed={match.typed} /> · {standing}
          </>
        ) : (
          standing
        ),
      icon: <CardIcon />,
      to: detailPathOf(card),
    };
  });
  const others = (data?.others ?? []).slice(0, MOST_OTHERS).map(
    (hit): Choice => ({
      key: `${hit.kind} ${hit.id}`,
      group: t(words.found),
      label: hit.title,
      hint: hit.detail,
      icon: OTHER_ICONS[hit.kind],
      to: hit.path,
    }),
  );
  const all: Choice = {
    key: 'all',
    group: t(words.found),
    label: t(words.searchAll, { words: wanted.slice(0, 40) }),
    hint: '',
    icon: <SearchIcon />,
    to: `/cardsManagement/globalSearchResult?q=${encodeURIComponent(wanted)}`,
  };
  return [...cards, ...others, all];
}

export default function Palette(props: { menu: readonly RouteEntry[] }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(typed);
  const screens = screensOf(props.menu)
    .filter(({ entry }) => typed.trim() === '' || fits(typed, entry.meta.zh, entry.meta.en, entry.path))
    .slice(0, 50)
    .map(
      ({ entry, section }): Choice => ({
        key: entry.path,
        group: t(words.screens),
        label: t(entry.meta),
        hint: section ? t(section.meta) : '',
        icon: section ? <DotIcon /> : <ChevronRightIcon />,
        to: entry.path,
      }),
    );
  const byFile: Choice = {
    key: 'byFile',
    group: t(nouns.actions),
    label: t(words.byFile),
    hint: t(words.byFileHint),
    icon: <UploadIcon />,
    to: '/cardsManagement/globalSearchResult?byFile=1',
  };
  const isByFile =
    mayCall(SEARCH_SCREEN) && (typed.trim() === '' || fits(typed, words.byFile.zh, words.byFile.en, 'xlsx csv'));
  const choices = [...found, ...(isByFile ? [byFile] : []), ...screens];
  const chosen = Math.min(at, choices.length - 1);

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const close = () => setPaletteOpen(false);
  const open = (choice: Choice | undefined) => {
    if (!choice) return;
    close();
    navigate(choice.to);
  };
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % Math.max(choices.length, 1));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(choices[chosen]);
    }
  };

  /** A line of input drops line breaks: a pasted column would become one long number. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!/[\r\n\t]/.test(pasted)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const items = pasted.split(/[\r\n\t]+/).join(', ');
    setTyped(value.slice(0, selectionStart ?? 0) + items + value.slice(selectionEnd ?? value.length));
    setAt(0);
  };

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t(words.title)}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="palette-ask">
        <SearchIcon />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={choices[chosen] ? `palette-${chosen}` : undefined}
          aria-label={t(words.placeholder)}
          placeholder={t(words.placeholder)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={steer}
          onPaste={paste}
        />
      </div>
      <div
        id="palette-list"
        role="listbox"
        aria-label={t(words.title)}
        className="palette-list"
        ref={list}
        tabIndex={-1}
      >
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classNames('palette-choice', choice.group !== choices[index - 1]?.group && 'is-first')}
            onPointerMove={() => setAt(index)}
            onClick={() => open(choice)}
            onKeyDown={() => {}}
          >
            {choice.icon}
            <span>{choice.label}</span>
            <small>{choice.hint}</small>
          </div>
        ))}
      </div>
      {choices.length === 0 ? <p className="palette-nothing">{t(sentences.noPageMatches)}</p> : null}
      <p className="palette-keys">{t(words.keys)}</p>
    </dialog>
  );
}
