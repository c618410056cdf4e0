import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';
import { merchantWords } from './merchantWords.ts';
import type { Merchant, MerchantDetail } from './useMerchantSteps.tsx';

const words = {
  title: text('{name}的日限额', 'Daily limit of {name}'),
  note: text(
    '按中国日期、所有路由合计，待支付的也计入。达到后新订单改走备用商户，已下单的不变。',
    'For a day of China, over all routes, including what is still to be paid. Once reached, new orders go through the backup; those begun keep their merchant.',
  ),
  done: text('日限额已保存', 'Daily limit saved'),
};

const valuesOf = ({ id, version, dayMost, currency }: MerchantDetail) => ({
  id,
  version,
  dayMost: dayMost === null ? undefined : moneyText(money(BigInt(dayMost), currency)),
});

/** How much a merchant takes in a day. */
export default function CapForm({ merchant: { id, name }, onClose }: { merchant: Merchant; onClose: () => void }) {
  const t = useText();
  const merchant = useReadAnew(wechatMerchants.detail, { id });
  if (!merchant) return null;
  const { currency } = merchant;
  return (
    <FormDrawer
      endpoint={wechatMerchants.cap}
      title={t(words.title, { name })}
      intro={<p>{t(words.note)}</p>}
      initial={valuesOf(merchant)}
      anew={async () => valuesOf(await readAgain(wechatMerchants.detail, { id }))}
      fields={[
        {
          name: 'dayMost',
          kind: 'decimal',
          label: merchantWords.dayMost,
          unit: text(currency, currency),
          help: collectingWords.noLimit,
        },
      ]}
      toBody={({ dayMost, ...values }) => ({ ...values, dayMost: dayMost ? String(dayMost) : null })}
      done={t(words.done)}
      onClose={onClose}
    />
  );
}
