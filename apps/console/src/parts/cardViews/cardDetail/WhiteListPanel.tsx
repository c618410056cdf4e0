import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import type { CardView } from '../useCard.ts';
import type { AskFor } from './FunctionsTab.tsx';

const words = {
  empty: text('名单为空，不限制通话号码', 'Empty: calls are not restricted'),
  removeNumber: text('移除 {number}', 'Remove {number}'),
};

/** The numbers a voice card may call and be called by, with their notes. */
export function WhiteListPanel(props: { view: CardView; onAction: AskFor }) {
  const { whiteList, functions } = props.view;
  const t = useText();
  const isOpen = functions.some(({ actions }) =>
    actions.some(({ action, why }) => action === 'set_white_list' && why === null),
  );
  const title = `${t(nouns.whiteList)}${whiteList ? ` · ${whiteList.length}` : ''}`;
  return (
    <Panel title={title}>
      {whiteList === null || whiteList.length === 0 ? (
        <Paragraph ink="secondary">{t(whiteList === null ? sentences.notReported : words.empty)}</Paragraph>
      ) : (
        <Grid as="ul" gap="s">
          {whiteList.map(({ number, remark }) => (
            <Inline as="li" gap="m" isOneLine key={number}>
              <Identifier value={number} />
              <Span ink="secondary" isCut grows>
                {remark}
              </Span>
              {isOpen ? (
                <TextButton
                  aria-label={t(words.removeNumber, { number })}
                  onClick={() => props.onAction('set_white_list', { whiteList: { add: [], remove: [number] } })}
                >
                  {t(verbs.remove)}
                </TextButton>
              ) : null}
            </Inline>
          ))}
        </Grid>
      )}
    </Panel>
  );
}
