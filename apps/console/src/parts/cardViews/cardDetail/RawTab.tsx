import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import type { CardView } from '../useCard.ts';

const words = {
  title: text('运营商最近一次的完整应答', "The carrier's latest full answer"),
  copy: text('JSON', 'JSON'),
};

/** The carrier's raw answer, as evidence. */
export function RawTab(props: { raw: NonNullable<CardView['raw']> }) {
  const t = useText();
  const written = JSON.stringify(props.raw.answer, null, 2);
  return (
    <Panel title={t(words.title)} asOf={props.raw.readAt} aside={<CopyButton value={written} label={t(words.copy)} />}>
      <CodeBox>{written}</CodeBox>
    </Panel>
  );
}
