import type { Plan } from '@cardinal/contract/api/esim/plan.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import type { ReactNode } from 'react';
import type { FormField, OwnControl } from '../../../kit/form/formFields.ts';
import './esim.css';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type AskedOf, useRead } from '../../../kit/useRead.ts';

const words = {
  plan: text('将要发生', 'What will happen'),
  waiting: text('正在核对…', 'Being checked…'),
  left: text('将跳过', 'Will be left out'),
  free: text('可用码号', 'Free numbers'),
  queued: text(
    '其中 {n} 张有未完成的操作，会排在其后',
    '{n} of them {n|has|have} an operation in progress and {n|waits|wait} for it',
  ),
  none: text('没有可以执行的对象', 'Nothing to apply this to'),
  more: text('等 {n} 个', 'and others ({n} in all)'),
};

/** A plan; for chip requests also the number of free numbers and of chips with a running operation. */
type Told = Plan & { readonly free?: number | null; readonly queued?: number };
type Props<E extends Endpoint> = { readonly preview: E; readonly body: AskedOf<E>; readonly ready: Text };

/** The preview: how many are affected, how many are not, and why. */
export function StepPlan<E extends Endpoint>({ preview, body, ready }: Props<E>) {
  const t = useText();
  const { data, error } = useRead(preview, body, { staleTime: 0, retry: false, keepsPrevious: true });
  return (
    <section aria-label={t(words.plan)} role="status">
      {error ? (
        <Paragraph ink="secondary" size="s" above="s">
          {error.message}
        </Paragraph>
      ) : data ? (
        <Planned plan={data as AnswerOf<E> & Told} readyWord={ready} />
      ) : (
        <Paragraph ink="secondary" size="s" above="s">
          {t(words.waiting)}
        </Paragraph>
      )}
    </section>
  );
}

function Planned({ plan, readyWord }: { plan: Told; readyWord: Text }) {
  const t = useText();
  const { ready, total, free, queued = 0, left } = plan;
  return (
    <>
      <Inline as="dl" gap="xl">
        <div>
          <Span as="dt" size="s">
            {t(readyWord)}
          </Span>
          <Span as="dd" size="xl">
            {countAmount(ready)}
          </Span>
        </div>
        <div>
          <Span as="dt" size="s">
            {t(words.left)}
          </Span>
          <Span as="dd" size="xl">
            {countAmount(total - ready)}
          </Span>
        </div>
        {free === undefined || free === null ? null : (
          <div>
            <Span as="dt" size="s">
              {t(words.free)}
            </Span>
            <Span as="dd" size="xl">
              {countAmount(free)}
            </Span>
          </div>
        )}
      </Inline>
      {ready === 0 ? (
        <Paragraph ink="secondary" size="s" above="s">
          {t(words.none)}
        </Paragraph>
      ) : null}
      {queued > 0 ? (
        <Paragraph ink="secondary" size="s" above="s">
          {t(words.queued, { n: countAmount(queued) })}
        </Paragraph>
      ) : null}
      {left.length > 0 ? (
        <Stack as="ul" isDivided above="m">
          {left.map((group) => (
            <li key={group.words}>
              <Inline justify="between" isOneLine>
                <span>{group.words}</span>
                <Span as="b" weight="medium">
                  {countAmount(group.count)}
                </Span>
              </Inline>
              <Inline as="small" gap="m" ink="secondary" size="s">
                {group.some.map((name) => (
                  <Identifier key={name} value={name} />
                ))}
                {group.count > group.some.length ? t(words.more, { n: countAmount(group.count) }) : null}
              </Inline>
            </li>
          ))}
        </Stack>
      ) : null}
    </>
  );
}

/** A plan at the end of a form: it follows the fields above it. */
export const planField = (control: (own: OwnControl) => ReactNode): FormField => ({
  name: 'plan',
  kind: 'own',
  label: words.plan,
  isRequired: false,
  control,
});
