import { type displayStrategies, previewDisplayStrategy } from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayAudience } from '@cardinal/contract/enumerations/control.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { SeenLines } from './SeenLines.tsx';

const words = {
  title: text('预览「{name}」', 'Preview “{name}”'),
  note: text('以一张示例卡为例，不涉及任何卡。', 'Shown with an example card; no card is concerned.'),
};

/** An example card as the audience of a strategy sees it. */
export default function SeenAs(props: { strategy: RowOf<typeof displayStrategies.list>; onClose: () => void }) {
  const t = useText();
  const { strategy } = props;
  const answer = useRead(previewDisplayStrategy, { id: strategy.id });
  return (
    <Sheet isOpen title={t(words.title, { name: strategy.name })} width={600} onClose={props.onClose}>
      <Paragraph ink="secondary" below="l">
        {t(words.note)}
      </Paragraph>
      <Panel title={t(DisplayAudience.labelOf(strategy.audience))} state={answer} height={320}>
        {answer.data ? <SeenLines lines={answer.data.lines} /> : undefined}
      </Panel>
    </Sheet>
  );
}
