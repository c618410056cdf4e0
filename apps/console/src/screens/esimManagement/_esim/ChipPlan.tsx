import { previewChips } from '@cardinal/contract/api/esim/operations.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import type { FormField } from '../../../kit/form/formFields.ts';
import type { Asked } from './asked.ts';
import './esim.css';

const words = {
  plan: text('将要发生', 'What will happen'),
  waiting: text('正在核对…', 'Being checked…'),
  ready: text('将下发', 'Will be asked'),
  left: text('将跳过', 'Will be left out'),
  free: text('可用码号', 'Free numbers'),
  queued: text(
    '其中 {n} 张有未完成的操作，会排在其后',
    '{n} of them {n|has|have} something under way and {n|waits|wait} for it',
  ),
  none: text('没有可以下发的eSIM卡', 'There is no eSIM card to be asked'),
  more: text('等 {n} 张', 'and others, {n} in all'),
};
type Kind = BodyOf<typeof previewChips>['kind'];
type Wished = { readonly profileType?: unknown; readonly country?: unknown };
const said = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What would come of it, before anything is asked: how many, how many not, and why. */
export function ChipPlan({ kind, eids, wish = {} }: { kind: Kind; eids: Asked; wish?: Wished }) {
  const t = useText();
  const body: BodyOf<typeof previewChips> = { kind, eids };
  const [profileType, country] = [said(wish.profileType), said(wish.country)];
  if (profileType !== undefined) body.profileType = profileType;
  if (country !== undefined) body.country = country;
  const { data, error } = useQuery({
    queryKey: [previewChips.name, body],
    queryFn: ({ signal }) => call(previewChips, { body }, { signal, isSilent: true }),
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  return (
    <section className="chip-plan" aria-label={t(words.plan)} role="status">
      {error ? (
        <p className="chip-plan-note">{error.message}</p>
      ) : data ? (
        <Planned plan={data} />
      ) : (
        <p className="chip-plan-note">{t(words.waiting)}</p>
      )}
    </section>
  );
}

function Planned({ plan }: { plan: AnswerOf<typeof previewChips> }) {
  const t = useText();
  const { ready, total, free, queued, left } = plan;
  return (
    <>
      <dl>
        <div>
          <dt>{t(words.ready)}</dt>
          <dd>{countAmount(ready)}</dd>
        </div>
        <div>
          <dt>{t(words.left)}</dt>
          <dd>{countAmount(total - ready)}</dd>
        </div>
        {free === null ? null : (
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
                {group.eids.map((eid) => (
                  <Identifier key={eid} value={eid} />
                ))}
                {group.count > group.eids.length ? t(words.more, { n: countAmount(group.count) }) : null}
              </small>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The plan as the last part of a form: it follows what is chosen above it. */
export const planField = (kind: Kind, eids: Asked): FormField => ({
  name: 'plan',
  kind: 'own',
  label: words.plan,
  isRequired: false,
  control: ({ values }) => <ChipPlan kind={kind} eids={eids} wish={values} />,
});
