import type { Plan } from '@cardinal/contract/api/esim/plan.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
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
    '{n} of them {n|has|have} something under way and {n|waits|wait} for it',
  ),
  none: text('没有可以执行的对象', 'There is none it can be done to'),
  more: text('等 {n} 个', 'and others, {n} in all'),
};

/** A plan; of asking chips also how many numbers are free and how many chips have something under way. */
type Told = Plan & { readonly free?: number | null; readonly queued?: number };
type Props<E extends Endpoint> = { readonly preview: E; readonly body: AskedOf<E>; readonly ready: Text };

/** What would come of it, before anything is done: to how many, to how many not, and why. */
export function StepPlan<E extends Endpoint>({ preview, body, ready }: Props<E>) {
  const t = useText();
  const { data, error } = useRead(preview, body, { staleTime: 0, retry: false, keepsPrevious: true });
  return (
    <section className="chip-plan" aria-label={t(words.plan)} role="status">
      {error ? (
        <p className="chip-plan-note">{error.message}</p>
      ) : data ? (
        <Planned plan={data as AnswerOf<E> & Told} readyWord={ready} />
      ) : (
        <p className="chip-plan-note">{t(words.waiting)}</p>
      )}
    </section>
  );
}

function Planned({ plan, readyWord }: { plan: Told; readyWord: Text }) {
  const t = useText();
  const { ready, total, free, queued = 0, left } = plan;
  return (
    <>
      <dl>
        <div>
          <dt>{t(readyWord)}</dt>
          <dd>{countAmount(ready)}</dd>
        </div>
        <div>
          <dt>{t(words.left)}</dt>
          <dd>{countAmount(total - ready)}</dd>
        </div>
        {free === undefined || free === null ? null : (
          <div>
            <dt>{t(words.free)}</dt>
            <dd>{countAmount(free)}</dd>
          </div>
        )}
      </dl>
      {ready === 0 ? <p className="chip-plan-note">{t(words.none)}</p> : null}
      {queued > 0 ? <p className="chip-plan-note">{t(words.queued, { n: countAmount(queued) })}</p> : null}
      {left.length > 0 ? (
        <ul className="chip-plan-left">
          {left.map((group) => (
            <li key={group.words}>
              <span>{group.words}</span>
              <b className="chip-plan-count">{countAmount(group.count)}</b>
              <small className="chip-plan-some">
                {group.some.map((name) => (
                  <Identifier key={name} value={name} />
                ))}
                {group.count > group.some.length ? t(words.more, { n: countAmount(group.count) }) : null}
              </small>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** A plan as the last part of a form: it follows what is chosen above it. */
export const planField = (control: (own: OwnControl) => ReactNode): FormField => ({
  name: 'plan',
  kind: 'own',
  label: words.plan,
  isRequired: false,
  control,
});
