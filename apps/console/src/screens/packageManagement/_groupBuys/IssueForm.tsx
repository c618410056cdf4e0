import { issueCodes, listCodeBatches } from '@cardinal/contract/api/groupBuys/codes.ts';
import { priceAt } from '@cardinal/contract/api/groupBuys/stepRules.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { Values } from '../../../kit/form/formFields.ts';
import { oneChild } from '../../../parts/catalogue/distributionFields.tsx';
import { toast } from '../../../shell/toasts.ts';
import type { OfferRow } from './OfferForm.tsx';

const { fields } = listCodeBatches;

const words = {
  title: text('发码：{name}', 'Issue codes of {name}'),
  cost: text(
    '{count} × {price} = {total} {currency}，从买方余额扣除',
    '{count} × {price} = {total} {currency}, from the buyer’s balance',
  ),
  tooFew: text('至少 {least} 个', 'At least {least}'),
  countHelp: text('一次最多 10,000 个', 'At most 10,000 at once'),
};

/** Sells codes of an offer to a child; what they cost is shown as the count is typed. */
export default function IssueForm({ row, onClose }: { row: OfferRow; onClose: () => void }) {
  const t = useText();
  const { steps, currency } = row;
  const priceOf = (values: Values) => priceAt(steps, Number(values['count'] ?? 0));
  const say = (minor: bigint) => moneyText(money(minor, currency));
  return (
    <FormDrawer
      endpoint={issueCodes}
      title={t(words.title, { name: row.name })}
      submit={issueCodes.summary}
      labels={fields}
      fields={[
        oneChild('buyerId', fields.buyerName.label),
        { name: 'count', kind: 'integer', help: words.countHelp },
        {
          name: 'price',
          kind: 'own',
          label: nouns.total,
          control: ({ values }) => {
            const price = priceOf(values);
            const count = Number(values['count'] ?? 0);
            return (
              <Span ink="secondary">
                {price === undefined
                  ? t(words.tooFew, { least: steps[0]?.from ?? 1 })
                  : t(words.cost, { count, price: say(price), total: say(price * BigInt(count)), currency })}
              </Span>
            );
          },
        },
      ]}
      initial={{ count: steps[0]?.from }}
      toBody={(values) => ({
        offerId: row.id,
        buyerId: values['buyerId'],
        count: Number(values['count'] ?? 0),
        price: String(priceOf(values) ?? steps[0]?.price ?? 0),
      })}
      onDone={({ taskNo }) => toast.success(t(sentences.taskStarted, { taskNo }))}
      onClose={onClose}
    />
  );
}
