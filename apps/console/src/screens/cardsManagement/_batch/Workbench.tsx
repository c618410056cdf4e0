import { listSkipped } from '@cardinal/contract/api/cardBatches/selection.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Button } from 'antd';
import { BulkSource } from '../../../kit/bulk/BulkSource.tsx';
import type { CardBulkAction } from '../../../kit/bulk/cardBulkAction.ts';
import { PreviewFigures } from '../../../kit/bulk/PreviewFigures.tsx';
import { StartButton } from '../../../kit/bulk/StartButton.tsx';
import { useCardBulk } from '../../../kit/bulk/useCardBulk.tsx';
import { Panel } from '../../../kit/Panel.tsx';

const words = {
  cards: text('选择卡片', 'Which cards'),
  ask: text('开始预检', 'Run the preview'),
  askAnew: text('重新预检', 'Preview again'),
  nothing: text(
    '预检会列出将操作和跳过的卡、跳过的原因，以及运营商限速下的预计用时。',
    'The preview lists the cards that will change, those that will be skipped and why, and the estimated time under carrier rate limits.',
  ),
};

/** The selection on the left, its preview on the right. */
export function Workbench(props: { bulk: CardBulkAction; setId?: string | undefined }) {
  const { bulk } = props;
  const t = useText();
  const state = useCardBulk({ bulk, setId: props.setId, onStarted: () => {} });
  const { preview } = state;
  return (
    <>
      <Panel title={t(words.cards)}>
        <Stack>
          <BulkSource state={state} bulk={bulk} />
          {bulk.parameters?.(state.parameters, state.setParameters, state.problems, state.cardIds)}
          <Paragraph ink="secondary">{bulk.consequence}</Paragraph>
          <div>
            <Button type={preview ? 'default' : 'primary'} loading={state.isAsking} onClick={state.ask}>
              {t(preview ? words.askAnew : words.ask)}
            </Button>
          </div>
        </Stack>
      </Panel>
      <Panel title={t(verbs.precheck)}>
        {preview ? (
          <>
            <PreviewFigures preview={preview} skipped={listSkipped} />
            <StartButton
              preview={preview}
              isBlock
              isDanger={bulk.isDanger}
              isStarting={state.isStarting}
              onStart={() => state.start(preview)}
            >
              {state.actWords(preview)}
            </StartButton>
          </>
        ) : (
          <Paragraph ink="secondary">{t(words.nothing)}</Paragraph>
        )}
      </Panel>
    </>
  );
}
