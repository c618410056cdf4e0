import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import type { LineFunction } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import type { BulkParameters } from '../../../kit/bulk/cardBulkAction.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { FunctionCell } from '../../cards/cardColumns.tsx';
import { ACTION_WORDS } from '../actionWords.ts';
import { Facts } from '../Facts.tsx';
import type { CardView } from '../useCard.ts';
import { LinePanel } from './LinePanel.tsx';

const words = {
  title: text('网络功能', 'Network features'),
  capLeft: text('本周期还剩', 'left this cycle:'),
  capNow: text('产生流量即断', 'On first byte'),
};

const NAMES: Readonly<Record<LineFunction, Text>> = {
  data: nouns.data,
  voice: nouns.voice,
  sms: nouns.sms,
};

/** Opens an action of the card with its known parameters. */
export type AskFor = (action: CardAction, parameters?: BulkParameters) => void;

type Functions = CardView['functions'][number];

/** How a function stands, and the switches for it; one its carrier's interface cannot do says why. */
function FunctionLine({ line, onAction }: { line: Functions; onAction: AskFor }) {
  const t = useText();
  return (
    <Stack as="span" gap="s" below="s">
      {line.isOn === null ? <span>{t(sentences.notReported)}</span> : <FunctionCell isOn={line.isOn} />}
      <Inline as="span" align="start">
        {line.actions.map(({ action, why }) => (
          <ReasonedButton key={action} why={why} onPick={() => onAction(action)}>
            {t(ACTION_WORDS[action].name)}
          </ReasonedButton>
        ))}
      </Inline>
    </Stack>
  );
}

/** Some services of the line with their switches. */
export function FunctionLines(props: { functions: readonly Functions[]; asOf: string | null; onAction: AskFor }) {
  const t = useText();
  return (
    <Panel title={t(words.title)} asOf={props.asOf ?? undefined}>
      <Facts
        facts={props.functions.map((line) => ({
          label: NAMES[line.name],
          value: <FunctionLine line={line} onAction={props.onAction} />,
        }))}
      />
    </Panel>
  );
}

const MEGABYTE = 1_048_576n;

/** The data cut-off and the distance to it, by the known usage of the cycle. */
function UsageCap({ megabytes, used }: { megabytes: number; used: string | null }) {
  const t = useText();
  if (megabytes === 0) return t(words.capNow);
  const left = used === null ? undefined : BigInt(megabytes) * MEGABYTE - BigInt(used);
  return (
    <>
      {megabytes} MB
      {left === undefined ? null : (
        <Span as="small" isMono>
          {' '}
          {t(words.capLeft)} <Volume bytes={left > 0n ? left : 0n} />
        </Span>
      )}
    </>
  );
}

/** The services of the line at its carrier. */
export function FunctionsTab(props: { view: CardView; onAction: AskFor }) {
  const { functions, card, usageCapMb } = props.view;
  const t = useText();
  return (
    <Stack width="xxl">
      <Panel title={t(words.title)} asOf={card.lastSyncAt ?? undefined}>
        <Facts
          facts={[
            ...functions.map((line) => ({
              label: NAMES[line.name],
              value: <FunctionLine line={line} onAction={props.onAction} />,
            })),
            { label: cardFields.apn.label, value: card.apn },
            {
              label: nouns.usageCap,
              value: usageCapMb === null ? null : <UsageCap megabytes={usageCapMb} used={card.flowUsed} />,
            },
          ]}
        />
      </Panel>
      <LinePanel view={props.view} />
    </Stack>
  );
}
