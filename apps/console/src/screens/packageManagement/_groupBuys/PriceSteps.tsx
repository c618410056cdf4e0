import { MOST_STEPS } from '@cardinal/contract/api/groupBuys/offers.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { minorOf } from '../../../kit/form/amountText.ts';
import type { OwnControl } from '../../../kit/form/formFields.ts';

const words = {
  from: text('一次购买（个）', 'From codes at once'),
  price: text('单价', 'Price of one'),
  fromOf: text('第 {n} 级的数量', 'Count of step {n}'),
  priceOf: text('第 {n} 级的单价', 'Price of step {n}'),
  remove: text('删除第 {n} 级', 'Delete step {n}'),
  add: text('添加一级', 'Add step'),
};
const COLUMNS = 'minmax(0, 1fr) minmax(0, 1fr) 56px';

/** `no` tells the steps of a form apart, whatever is deleted between them. */
export type StepDraft = { readonly no: number; readonly from: string; readonly price: string };

const nextOf = (steps: readonly StepDraft[]) => Math.max(-1, ...steps.map(({ no }) => no)) + 1;

/** As the request has them; what is no number stays as it was typed, and is refused at its field. */
export const stepsWritten = (drafts: unknown) =>
  (drafts as readonly StepDraft[]).map(({ from, price }) => ({
    from: /^\d+$/.test(from) ? Number(from) : from,
    price: minorOf(price) ?? '',
  }));

/** The steps of an offer, one below the other. */
export function PriceSteps({ own }: { own: OwnControl }) {
  const t = useText();
  const steps = own.value as readonly StepDraft[];
  const change = (at: number, next: Partial<StepDraft>) =>
    own.onChange(steps.map((step, each) => (each === at ? { ...step, ...next } : step)));
  return (
    <Stack id={own.id} gap="s" aria-invalid={own.problem ? true : undefined}>
      <Tracks columns={COLUMNS} align="center" ink="secondary" size="s">
        <span>{t(words.from)}</span>
        <span>{t(words.price)}</span>
        <span />
      </Tracks>
      {steps.map((step, at) => {
        const n = at + 1;
        const wrong = (['from', 'price'] as const).map((part) => own.problems[`steps.${at}.${part}`]);
        return (
          <Stack gap="xs" key={step.no}>
            <Tracks columns={COLUMNS} align="center">
              <Input
                inputMode="numeric"
                aria-label={t(words.fromOf, { n })}
                aria-invalid={wrong[0] ? true : undefined}
                status={wrong[0] ? 'error' : ''}
                value={step.from}
                onChange={({ target }) => change(at, { from: target.value.replace(/\D/g, '') })}
              />
              <Input
                inputMode="decimal"
                aria-label={t(words.priceOf, { n })}
                aria-invalid={wrong[1] ? true : undefined}
                status={wrong[1] ? 'error' : ''}
                value={step.price}
                onChange={({ target }) => change(at, { price: target.value.replace(/[^\d.]/g, '') })}
              />
              <Button
                type="text"
                danger
                aria-label={t(words.remove, { n })}
                disabled={steps.length === 1}
                onClick={() => own.onChange(steps.filter((_, each) => each !== at))}
              >
                {t(verbs.delete)}
              </Button>
            </Tracks>
            {wrong.map((each) =>
              each ? (
                <Span key={each} ink="danger" size="s" role="alert">
                  {each}
                </Span>
              ) : null,
            )}
          </Stack>
        );
      })}
      {steps.length < MOST_STEPS ? (
        <Inline>
          <Button size="small" onClick={() => own.onChange([...steps, { no: nextOf(steps), from: '', price: '' }])}>
            {t(words.add)}
          </Button>
        </Inline>
      ) : null}
    </Stack>
  );
}
