import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { readKey } from '../../../kit/useRead.ts';
import { navigate } from '../../../shell/navigation.ts';

const words = {
  previous: text('列表中的上一张', 'Previous in list'),
  next: text('列表中的下一张', 'Next in list'),
  place: text('列表第 {at} / {of} 张', '{at} of {of} in list'),
};

/** The previous and next card of the list page it was opened from; nothing if opened from elsewhere. */
export function Neighbours(props: { cardId: string }) {
  const t = useText();
  const queries = useQueryClient();
  const [list] = queries
    .getQueryCache()
    .findAll({ queryKey: readKey(listCards) })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => (query.state.data as AnswerOf<typeof listCards> | undefined)?.list ?? [])
    .filter((rows) => rows.some((row) => row.id === props.cardId));
  if (!list || list.length < 2) return null;
  const at = list.findIndex((row) => row.id === props.cardId);
  const step = (by: number, label: string, sign: string) => {
    const target = list[at + by];
    return (
      <button
        type="button"
        className="icon-button icon-button-small"
        aria-label={label}
        title={label}
        disabled={!target}
        onClick={() => target && navigate(detailPathOf(target))}
      >
        {sign}
      </button>
    );
  };
  return (
    <Inline as="span" isWithin gap="none" ink="secondary" size="s">
      {step(-1, t(words.previous), '‹')}
      <span title={t(words.place, { at: at + 1, of: list.length })}>
        {at + 1}/{list.length}
      </span>
      {step(1, t(words.next), '›')}
    </Inline>
  );
}
