import type { previewTransfer } from '@cardinal/contract/api/pools/myPool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { volumeOf } from '../_pools/poolWords.ts';

const words = {
  moves: text('{n} 张卡带走 {bytes} 当期额度', '{n} {n|card takes|cards take} {bytes} of this cycle along'),
  next: text(
    '{n} 张卡自 {time} 起带来整期额度 {bytes}',
    '{n} {n|card brings its|cards bring their} whole {bytes} from {time} on',
  ),
  none: text('没有可转移的卡', 'No card can move'),
  skipped: text('{n} 张不转移：{why}', '{n} stay: {why}'),
  notIn: text('{n} 个号码不在源卡池', '{n} {n|number is|numbers are} not in the source'),
  over: text('转移后源卡池的已用超过其额度', 'After the move the source has used more than it keeps'),
  stops: text(
    '目标卡池的配额已用尽，{n} 张卡转入后停机',
    'The quota of the target is used up: {n} {n|card stops|cards stop} once there',
  ),
};

/** In words what a transfer does, and what speaks against it. */
export function TransferEffect({ preview }: { preview: AnswerOf<typeof previewTransfer> }) {
  const t = useText();
  const { cards, effectiveAt, skipped, notIn } = preview;
  const n = countAmount(cards);
  const bytes = volumeOf(preview.contributed);
  const lines = [
    cards === 0
      ? t(words.none)
      : effectiveAt === null
        ? t(words.moves, { n, bytes })
        : t(words.next, { n, bytes, time: wallTime(effectiveAt).slice(0, 10) }),
    ...skipped.map((each) => t(words.skipped, { n: countAmount(each.count), why: each.words })),
    ...(notIn > 0 ? [t(words.notIn, { n: countAmount(notIn) })] : []),
  ];
  return (
    <>
      <Paragraph ink="secondary">{lines.join(' · ')}</Paragraph>
      {preview.isSourceOver ? <Note>{t(words.over)}</Note> : null}
      {preview.willStop > 0 ? <Note tone="danger">{t(words.stops, { n: countAmount(preview.willStop) })}</Note> : null}
    </>
  );
}
