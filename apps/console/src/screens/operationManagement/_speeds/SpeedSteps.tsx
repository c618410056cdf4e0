import type { readSpeedLimit } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { FROM_VOLUME, NOT_LIMITED, Staircase } from '../../../parts/control/Staircase.tsx';
import { KBPS } from './speedLooks.ts';

const words = {
  unread: text('含 {n} 张未读数', '{n} not read yet'),
};

/** The steps of a limit with the cards on each; together they are the cards it covers. */
export function SpeedSteps({ limit }: { limit: AnswerOf<typeof readSpeedLimit> }) {
  const t = useText();
  const { tiers, unread } = limit;
  // From the first byte on: nobody stands below it once it is read.
  const steps = limit.steps.filter(({ step, cards }) => step > 0 || tiers[0]?.afterBytes !== '0' || cards > 0);
  const hasStairs = tiers.length > 0 && tiers[0]?.afterBytes !== '0';
  return (
    <Stack gap="xs">
      {hasStairs ? <Staircase tiers={tiers} width="100%" height={56} /> : null}
      <Tracks columns={`repeat(${steps.length}, minmax(0, 1fr))`} gap="none">
        {steps.map(({ step, kbps, cards }) => {
          const from = tiers[step - 1]?.afterBytes;
          return (
            <Stack key={step} gap="none" size="s">
              <Span weight="strong">{t(sentences.cards, { n: countAmount(cards) })}</Span>
              <span>{kbps === null ? t(NOT_LIMITED) : t(KBPS, { n: kbps })}</span>
              <Span ink="secondary">
                {step === 0
                  ? unread > 0
                    ? t(words.unread, { n: countAmount(unread) })
                    : null
                  : from === undefined
                    ? null
                    : t(FROM_VOLUME, { volume: volumeText(BigInt(from)) })}
              </Span>
            </Stack>
          );
        })}
      </Tracks>
    </Stack>
  );
}
