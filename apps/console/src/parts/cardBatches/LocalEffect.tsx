import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { useRead } from '../../kit/useRead.ts';

const words = {
  tags: text('{n} 张卡将加上标签：{what}', 'Adds to {n} {n|card|cards}: {what}'),
  noTags: text('{n} 张卡将去掉标签：{what}', 'Removes from {n} {n|card|cards}: {what}'),
  remark: text('{n} 张卡的备注将改为：{what}', 'Sets the remark of {n} {n|card|cards} to: {what}'),
  cleared: text('{n} 张卡的备注将被清空', 'Clears the remark of {n} {n|card|cards}'),
};

export type EffectKind = 'tags' | 'noTags' | 'remark';

/** What a change of our own data will set, on how many cards; nothing until it is known. */
export default function LocalEffect(props: { kind: EffectKind; value: BulkParameters; cards: number }) {
  const t = useText();
  const { kind, value } = props;
  const { data } = useRead(tagOptions, kind !== 'remark' && {});
  const n = countAmount(props.cards);
  if (kind === 'remark') {
    if (value.remark === undefined) return null;
    return <Paragraph>{t(value.remark === '' ? words.cleared : words.remark, { n, what: value.remark })}</Paragraph>;
  }
  const names = (data ?? []).flatMap((tag) => (value.tagIds?.includes(tag.id) ? [tag.name] : []));
  return names.length > 0 ? <Paragraph>{t(words[kind], { n, what: names.join(t(LISTED)) })}</Paragraph> : null;
}

const LISTED = text('、', ', ');
