import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import { IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { ChevronDownIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { MatchedText } from '@cardinal/ui/MatchedText.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { useMemo, useState } from 'react';
import { BulkBar } from '../../../kit/bulk/BulkBar.tsx';
import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import type { CardBulkAction } from '../../../kit/bulk/cardBulkAction.ts';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { actionsColumn, readyColumns } from '../../../kit/list/columns.tsx';
import { DataTable } from '../../../kit/table/DataTable.tsx';
import { NOTHING, type Selection } from '../../../kit/table/selection.ts';
import { CARD_BULK, guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { CardStatus } from '../../../parts/cards/CardStatus.tsx';
import { CARD_WORDS } from '../../../parts/cards/cardColumns.tsx';
import { CardPanel } from '../../../parts/cardViews/CardPanel.tsx';
import { useCardReasons } from '../../../parts/cardViews/useCardReasons.ts';
import { navigate } from '../../../shell/navigation.ts';
import { mayCall } from '../../../shell/permissions.ts';

const words = {
  match: text('匹配', 'Matched'),
  actOnAll: text('对全部 {n} 张卡操作', 'Act on all {n} {n|card|cards}'),
  export: text('导出找到的卡', 'Export found cards'),
};

type Answer = AnswerOf<typeof globalSearch>;
export type FoundCard = Answer['cards'][number];
type Acting = { bulk: CardBulkAction; source: SelectionSource; count: number; done: () => void };

/** Which number of a card has what was typed, and where. */
function Match({ card, match }: { card: FoundCard; match: Answer['matches'][number] | undefined }) {
  const t = useText();
  return match ? (
    <>
      <Span ink="secondary">{t(cardFields[match.number].label)}</Span>{' '}
      <Span isMono>
        <MatchedText value={card[match.number] ?? ''} typed={match.typed} />
      </Span>
    </>
  ) : null;
}

/** The found cards with their actions: on the selected ones, or on all by their ICCIDs. */
export function FoundCards({ cards, matches }: Pick<Answer, 'cards' | 'matches'>) {
  const t = useText();
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [peeked, setPeeked] = useState<string>();
  const [acting, setActing] = useState<Acting>();
  const offered = CARD_BULK.filter((bulk) => mayCall(guardOf(bulk.action)));
  const matchOf = useMemo(() => new Map(matches.map((match) => [match.cardId, match])), [matches]);
  const columns = useMemo(
    () => [
      ...readyColumns(
        listCards,
        [
          {
            field: 'iccid',
            pinned: 'left',
            width: 224,
            cell: (card) => (
              <Identifier value={card.iccid} href={detailPathOf(card)} onOpen={() => navigate(detailPathOf(card))} />
            ),
          },
          {
            key: 'match',
            title: words.match,
            width: 250,
            cell: (card) => <Match card={card} match={matchOf.get(card.id)} />,
          },
          'businessNumber',
          { field: 'platform', width: 110 },
          { field: 'lifecycle', title: nouns.status, width: 230, cell: (card) => <CardStatus card={card} /> },
          'customerName',
          { field: 'packageName', width: 150 },
          'packageEndsAt',
          'tags',
          'remark',
        ],
        {},
        t,
      ),
      ...actionsColumn(
        (card: FoundCard) => [{ key: 'peek', label: t(nouns.peek), onPick: () => setPeeked(card.id) }],
        cards,
        t,
      ),
    ],
    [cards, matchOf, t],
  );
  const allOfThem: SelectionSource = {
    kind: 'list',
    identifierType: IdentifierType.values.iccid,
    text: cards.map((card) => card.iccid).join('\n'),
  };
  const start = (bulk: CardBulkAction, source: SelectionSource, count: number, done = () => {}) =>
    setActing({ bulk, source, count, done });

  return (
    <div>
      <Inline gap="l" below="s">
        <h2>
          {t(nouns.cards)} <small>{countAmount(cards.length)}</small>
        </h2>
        <Spacer />
        <span>
          <ExportLink list={listCards} query={{ iccid: cards.map((card) => card.iccid) }} count={cards.length}>
            {t(words.export)}
          </ExportLink>
        </span>
        {offered.length > 0 ? (
          <MenuButton
            label={t(words.actOnAll, { n: countAmount(cards.length) })}
            className="button"
            items={offered.map((bulk) => ({
              key: bulk.action,
              label: t(bulk.label),
              isDanger: bulk.isDanger ?? false,
              onPick: () => start(bulk, allOfThem, cards.length),
            }))}
          >
            {t(words.actOnAll, { n: countAmount(cards.length) })}
            <ChevronDownIcon size={12} />
          </MenuButton>
        ) : null}
      </Inline>
      <DataTable
        isCapped
        label={t(nouns.cards)}
        columns={columns}
        rows={cards}
        rowId={(card) => card.id}
        rowName={(card) => card.iccid}
        {...(offered.length > 0 ? { selection, onSelect: setSelection } : {})}
      />
      <BulkBar
        actions={offered.map((bulk) => ({
          key: bulk.action,
          label: bulk.label,
          isDanger: bulk.isDanger ?? false,
          onPick: (picked, done) =>
            start(bulk, picked.kind === 'ids' ? { kind: 'ids', ids: [...picked.ids] } : allOfThem, picked.count, done),
        }))}
        useReasons={useCardReasons}
        selection={selection}
        onSelect={setSelection}
        total={cards.length}
        isEstimate={false}
        pageIds={cards.map((card) => card.id)}
        filters={{}}
        unit={CARD_WORDS.unit}
      />
      <CardPanel
        cardId={peeked}
        onClose={() => setPeeked(undefined)}
        onAction={(action, cardId) => {
          const bulk = CARD_BULK.find((each) => each.action === action);
          if (bulk) start(bulk, { kind: 'ids', ids: [cardId] }, 1);
        }}
      />
      {acting ? (
        <CardBulkSheet
          bulk={acting.bulk}
          picked={{ source: acting.source, count: acting.count }}
          onClose={() => setActing(undefined)}
          onStarted={acting.done}
        />
      ) : null}
    </div>
  );
}
