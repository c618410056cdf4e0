import { globalSearch, SEARCH_MAX, searchSheet } from '@cardinal/contract/api/cardViews/search.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Button, Input } from 'antd';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { saveFile } from '../../kit/saveFile.ts';
import { useRead } from '../../kit/useRead.ts';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { navigate } from '../../shell/navigation.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { FoundCards } from './_search/FoundCards.tsx';
import { NotFound } from './_search/NotFound.tsx';

const CardSetsSheet = lazy(() => import('../../kit/sets/CardSetsSheet.tsx'));

const words = {
  label: text('要查找的内容', 'What to look for'),
  placeholder: text(
    '粘贴 ICCID、业务号码、IMSI、IMEI、EID、任务编号或客户名称，最多 1,000 项；任意号码片段至少 4 位',
    'Paste up to 1,000 ICCIDs, business numbers, IMSIs, IMEIs, EIDs, task numbers or customer names, or any number fragment of at least 4 digits',
  ),
  search: text('搜索', 'Search'),
  understood: text('识别为', 'Understood as'),
  sheet: text('导出找到与未找到', 'Export found and not found'),
  cut: text('结果较多，只显示一部分', 'Only some of the results are shown'),
  others: {
    esimCard: text('eSIM卡', 'eSIM cards'),
    cardPool: text('卡池', 'Pools'),
    customer: nouns.customers,
    task: nouns.tasks,
    card: nouns.cards,
  },
  nothing: text('没有找到任何结果', 'No results'),
  nothingHint: text(
    '只在您的数据范围内查找；请检查号码，或用更短的片段再试。',
    'Only your data scope is searched. Check the number or try a shorter fragment.',
  ),
  start: text('粘贴任何号码，直接到达', 'Paste any number to go straight to it'),
  startHint: text(
    '唯一结果会直接打开；多个号码可以一起粘贴，再对找到的卡批量操作。',
    'A single result opens directly. Paste several numbers to run a batch operation on the cards found.',
  ),
  failed: text('搜索失败', 'Search failed'),
};

/** With it in the address the sheet of number files is open; the palette links here. */
const BY_FILE = 'byFile';
type Answer = AnswerOf<typeof globalSearch>;

/** The redirect if one number was searched and one object matches. */
function onlyHit(answer: Answer): string | undefined {
  const asked = answer.understood.reduce((sum, each) => sum + each.count, 0);
  if (asked !== 1 || answer.notFound.length > 0 || answer.cards.length + answer.others.length !== 1) return undefined;
  const [card] = answer.cards;
  return card ? detailPathOf(card) : answer.others[0]?.path;
}

export default function GlobalSearchResult() {
  const t = useText();
  const [search, write] = useSearch();
  const q = (search.get('q') ?? '').trim().slice(0, SEARCH_MAX);
  const [typed, setTyped] = useState(q);
  const lastAsked = useRef(q);
  const opened = useRef<string>(undefined);
  // An address from elsewhere (the palette, a suggestion) fills the search box.
  if (lastAsked.current !== q) {
    lastAsked.current = q;
    setTyped(q);
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useRead(globalSearch, q !== '' && { q }, {
    keepsPrevious: true,
  });

  const only = data && !isPlaceholderData ? onlyHit(data) : undefined;
  useEffect(() => {
    // Once per search: going back must show the results.
    if (!only || opened.current === q) return;
    opened.current = q;
    navigate(only);
  }, [only, q]);

  const isByFile = search.has(BY_FILE);
  const openFile = (isOpen: boolean) => {
    const next = new URLSearchParams(search);
    if (isOpen) next.set(BY_FILE, '1');
    else next.delete(BY_FILE);
    write(next);
  };
  const submit = () => {
    const next = new URLSearchParams(search);
    const wanted = typed.trim().slice(0, SEARCH_MAX);
    if (wanted) next.set('q', wanted);
    else next.delete('q');
    opened.current = undefined;
    if (wanted === q) void refetch();
    else write(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <Stack gap="l">
      <h1>{t(globalSearch.summary)}</h1>
      <search>
        <Inline
          as="form"
          isOneLine
          align="start"
          width="xxl"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Input.TextArea
            data-search=""
            aria-label={t(words.label)}
            placeholder={t(words.placeholder)}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={SEARCH_MAX}
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={press}
          />
          <Button type="primary" htmlType="submit" loading={isFetching}>
            {t(words.search)}
          </Button>
          <Button onClick={() => openFile(true)}>{t(verbs.findByFile)}</Button>
        </Inline>
      </search>
      {q === '' ? (
        <EmptyState title={t(words.start)} hint={t(words.startHint)} />
      ) : data ? (
        <Results answer={data} q={q} />
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} outline="table" />
      )}
      {isByFile ? (
        <Suspense fallback={null}>
          <CardSetsSheet onClose={() => openFile(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

function Results({ answer, q }: { answer: Answer; q: string }) {
  const t = useText();
  const groups = Map.groupBy(answer.others, (hit) => hit.kind);
  const isNothing = answer.cards.length === 0 && answer.others.length === 0;
  return (
    <>
      <Inline as="p" gap="l" align="baseline" ink="secondary" role="status">
        {t(words.understood)}
        {answer.understood.map((each) => (
          <span key={each.words}>
            <Span ink="ink" weight="medium">
              {each.words}
            </Span>{' '}
            × {countAmount(each.count)}
          </span>
        ))}
        {answer.notFound.length > 0 ? (
          <span>
            {t(nouns.notFound)} × {countAmount(answer.notFound.length)}
          </span>
        ) : null}
        {answer.isCut ? <Span ink="warning">{t(words.cut)}</Span> : null}
        <Can call={searchSheet}>
          <TextButton onClick={() => void saveFile(searchSheet, { q })}>{t(words.sheet)}</TextButton>
        </Can>
      </Inline>
      {isNothing ? <EmptyState title={t(words.nothing)} hint={t(words.nothingHint)} /> : null}
      {answer.cards.length > 0 ? <FoundCards cards={answer.cards} matches={answer.matches} /> : null}
      {[...groups].map(([kind, hits]) => (
        <section key={kind} aria-label={t(words.others[kind])}>
          <Inline gap="l" below="s">
            <h2>
              {t(words.others[kind])} <small>{countAmount(hits.length)}</small>
            </h2>
          </Inline>
          <Box as="ul" isDivided>
            {hits.map((hit) => (
              <Inline as="li" gap="l" key={hit.id}>
                <Link to={hit.path}>{hit.title}</Link>
                <small>{hit.detail}</small>
              </Inline>
            ))}
          </Box>
        </section>
      ))}
      {answer.notFound.length > 0 ? <NotFound items={answer.notFound} suggestions={answer.suggestions} /> : null}
    </>
  );
}
