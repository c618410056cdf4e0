import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import type { CardView } from '../../../parts/cardViews/useCard.ts';

const words = {
  title: text('运营商最近一次的完整应答', "The carrier's latest full answer"),
  copy: text('JSON', 'JSON'),
};

/** The carrier's answer as it came: for whoever has to prove what was said. */
export function RawTab(props: { raw: NonNullable<CardView['raw']> }) {
  const t = useText();
  const written = JSON.stringify(props.raw.answer, null, 2);
  return (
    <Panel title={t(words.title)} asOf={props.raw.readAt} aside={<CopyButton value={written} label={t(words.copy)} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="card-raw" tabIndex={0}>
        {written}
      </pre>
    </Panel>
  );
}
