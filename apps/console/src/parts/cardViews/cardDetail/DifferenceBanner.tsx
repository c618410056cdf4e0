import {
  DifferenceKind,
  DifferenceState,
  decideDifferences,
  listDifferences,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { AlertIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { useRead } from '../../../kit/useRead.ts';
import { Can } from '../../../shell/Can.tsx';
import { SIDE_WORDS, useDifferenceDecision } from '../../carrierSync/useDifferenceDecision.tsx';
import type { CardView } from '../useCard.ts';

const words = {
  said: text(
    '{kind}：平台为「{ours}」，运营商为「{theirs}」',
    '{kind}: “{ours}” on the platform, “{theirs}” at the carrier',
  ),
  found: text('对账于', 'reconciled'),
  nothing: text('无', 'none'),
};

type Difference = RowOf<typeof listDifferences>;

/** How the carrier's data differ from ours by the last reconciliation, with the choice of the side that counts. */
export default function DifferenceBanner({ card }: { card: CardView['card'] }) {
  const query = {
    accountId: [card.carrierAccountId],
    iccid: [card.iccid],
    state: [DifferenceState.values.open],
    pageNum: 1,
    pageSize: 20 as const,
  };
  const { data } = useRead(listDifferences, query);
  return data?.list.map((found) => <Line key={found.id} found={found} accountId={card.carrierAccountId} />);
}

function Line({ found, accountId }: { found: Difference; accountId: string }) {
  const t = useText();
  const { isRunning, decide } = useDifferenceDecision(accountId);
  const facts = { kind: DifferenceKind.labelOf(found.kind), ours: found.ours, theirs: found.theirs ?? words.nothing };
  return (
    <Note as="div" role="status">
      <Inline isOneLine>
        <AlertIcon />
        <Span ink="ink" grows>
          {t(words.said, facts)}{' '}
          <Paragraph as="small" ink="secondary">
            {t(words.found)} <TimeAgo at={found.foundAt} />
          </Paragraph>
        </Span>
        <Can call={decideDifferences}>
          {(['theirs', 'ours'] as const).map((side) => (
            <Button
              key={side}
              size="small"
              disabled={isRunning}
              onClick={() => void decide(side, [found.id], () => {})}
            >
              {t(SIDE_WORDS[side])}
            </Button>
          ))}
        </Can>
      </Inline>
    </Note>
  );
}
