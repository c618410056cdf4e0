import { deleteCardSet, editCardSet, refreshCardSet } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import { useChange } from '../change.ts';
import { FormDrawer } from '../form/FormDrawer.tsx';
import type { FormFields } from '../form/formFields.ts';
import { RowActions } from '../table/RowActions.tsx';
import type { CardSet } from './useCardSets.ts';

const words = {
  title: text('已保存的号码集', 'Card sets'),
  none: text(
    '上传的文件会保存为号码集，可随时再用来筛选和批量操作。',
    'Uploaded files are saved as card sets for later filters and batch operations.',
  ),
  cards: text('{cards} 张卡 / {numbers} 个号码', '{cards} cards from {numbers} numbers'),
  numbers: text('{numbers} 个号码', '{numbers} numbers'),
  reading: text('识别中，已读 {numbers} 个', 'Matching: {numbers} read so far'),
  failed: text('未能读取', 'Could not be read'),
  refreshing: text('刷新中', 'Refreshing'),
  asOf: text('核对于', 'As of'),
  shared: text('共享', 'Shared'),
  sharedBy: text('{owner} 共享', 'Shared by {owner}'),
  filter: text('筛选', 'Filter'),
  question: text('删除号码集 {name}？', 'Delete card set {name}?'),
  body: text(
    '卡不受影响；保存了它的视图将失效。',
    'Cards are not affected. Saved views that use this set stop working.',
  ),
  saved: text('号码集已保存', 'Card set saved'),
};

const FIELDS: FormFields = [
  { name: 'name', kind: 'text', label: nouns.name, maxLength: 40 },
  { name: 'isShared', kind: 'flag', label: sentences.sharedWithCustomer },
];

function said(set: CardSet, t: ReturnType<typeof useText>): string {
  const numbers = countAmount(set.numbers);
  if (set.state === 'reading') return t(words.reading, { numbers });
  if (set.state === 'failed') return set.failure ?? t(words.failed);
  return set.cards === null
    ? t(words.numbers, { numbers })
    : t(words.cards, { cards: countAmount(set.cards), numbers });
}

/** The sets one may use, the newest first; each opens its report. */
export function OwnCardSets(props: {
  sets: readonly CardSet[] | undefined;
  onOpen: (id: string) => void;
  onFilter?: ((id: string) => void) | undefined;
}) {
  const { sets, onFilter } = props;
  const t = useText();
  const [edited, setEdited] = useState<CardSet>();
  const removing = useChange(deleteCardSet);
  const refreshing = useChange(refreshCardSet);
  const remove = (set: CardSet) =>
    removing.confirm({
      title: t(words.question, { name: set.name }),
      body: t(words.body),
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id: set.id } },
    });
  const actionsOf = (set: CardSet) => [
    ...(onFilter && set.state === 'ready'
      ? [{ key: 'filter', label: t(words.filter), onPick: () => onFilter(set.id) }]
      : []),
    ...(set.state === 'ready' && !set.isRefreshing
      ? [{ key: 'refresh', label: t(verbs.refresh), onPick: () => void refreshing.run({ body: { id: set.id } }) }]
      : []),
    ...(set.isOwn
      ? [
          { key: 'edit', label: t(verbs.edit), onPick: () => setEdited(set) },
          { key: 'remove', label: t(verbs.delete), isDanger: true, onPick: () => void remove(set) },
        ]
      : []),
  ];
  return (
    <section aria-label={t(words.title)}>
      <h2>{t(words.title)}</h2>
      {sets?.length === 0 ? <p className="field-help">{t(words.none)}</p> : null}
      <Stack as="ul" isDivided>
        {(sets ?? []).map((set) => (
          <Inline as="li" justify="between" isOneLine gap="l" key={set.id}>
            <Stack gap="none">
              <Inline as="span" align="baseline">
                <TextButton title={set.name} onClick={() => props.onOpen(set.id)}>
                  {set.name}
                </TextButton>
                {set.isShared ? (
                  <small>{set.isOwn ? t(words.shared) : t(words.sharedBy, { owner: set.owner })}</small>
                ) : null}
              </Inline>
              <Span size="m" ink={set.state === 'failed' ? 'danger' : 'secondary'}>
                {said(set, t)}
                {set.isRefreshing ? (
                  <> · {t(words.refreshing)}</>
                ) : set.state === 'ready' && set.resolvedAt ? (
                  <>
                    {' '}
                    · {t(words.asOf)} <TimeText at={set.resolvedAt} />
                  </>
                ) : null}
              </Span>
            </Stack>
            <RowActions actions={actionsOf(set)} shown={2} />
          </Inline>
        ))}
      </Stack>
      {edited ? (
        <FormDrawer
          title={t(verbs.edit)}
          endpoint={editCardSet}
          initial={{ id: edited.id, name: edited.name, isShared: edited.isShared }}
          fields={FIELDS}
          done={t(words.saved)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </section>
  );
}
