import {
  addOffer,
  editOffer,
  listOffers,
  offerFields,
  readOfferChoices,
} from '@cardinal/contract/api/autoRenewals/offers.ts';
import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, OwnControl } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { offerWords } from './offerWords.ts';

export type RenewalOffer = RowOf<typeof listOffers>;

const words = {
  note: text(
    '首期按套餐售价在签约时扣款，以后每期按续费价在到期前扣款。',
    'The first period is charged at the listing’s price when it is signed, each further one at the renewal price before the end.',
  ),
  keeps: text(
    '已签约的保持原价；新价对新签约有效。',
    'Contracts that run keep their price; a new one is for new contracts.',
  ),
  daysHelp: text('1 至 7 天', '1 to 7 days'),
  retriesHelp: text('余额不足时在之后的日子重试，最多 3 次', 'On the days that follow a refusal, at most 3'),
  most: text('单次上限 {most}，按{unit}', 'at most {most}, by {unit}'),
  saved: text('自动续费套餐已保存', 'Auto-renew package saved'),
};

function ListingChoice({ own }: { own: OwnControl }) {
  const { data } = useRead(readOfferChoices);
  return (
    <Select
      id={own.id}
      showSearch={{ optionFilterProp: 'label' }}
      value={own.value ?? null}
      options={(data?.listings ?? []).map(({ id, title, accountName, price, currency }) => ({
        value: id,
        label: `${title} · ${moneyText({ minor: BigInt(price), currency })} · ${accountName}`,
      }))}
      onChange={own.onChange}
      {...(own.problem ? { status: 'error' as const } : {})}
    />
  );
}

function TemplateChoice({ own }: { own: OwnControl }) {
  const t = useText();
  const { data } = useRead(readOfferChoices);
  return (
    <Select
      id={own.id}
      value={own.value ?? null}
      options={(data?.templates ?? []).map(({ id, name, maxAmount, currency, periodUnit }) => ({
        value: id,
        label: `${name} · ${t(words.most, {
          most: moneyText({ minor: BigInt(maxAmount), currency }),
          unit: t(ValidityUnit.labelOf(periodUnit)),
        })}`,
      }))}
      onChange={own.onChange}
      {...(own.problem ? { status: 'error' as const } : {})}
    />
  );
}

const LISTING: FormFields = [
  { name: 'listingId', kind: 'own', label: offerFields.title.label, control: (own) => <ListingChoice own={own} /> },
];
const TERMS: FormFields = [
  {
    name: 'templateId',
    kind: 'own',
    label: offerFields.templateName.label,
    control: (own) => <TemplateChoice own={own} />,
  },
  { name: 'renewPrice', kind: 'decimal' },
  { name: 'daysBefore', kind: 'integer', help: words.daysHelp },
  { name: 'retries', kind: 'integer', help: words.retriesHelp },
];

const valuesOf = ({ id, version, templateId, renewPrice, daysBefore, retries }: RenewalOffer) => ({
  id,
  version,
  templateId,
  renewPrice: typedAmount(renewPrice),
  daysBefore,
  retries,
});

/** Lets a listing be signed for, or changes the terms of contracts to come. */
export default function OfferForm(props: { offer: RenewalOffer | undefined; onClose: () => void }) {
  const t = useText();
  const { offer, onClose } = props;
  if (offer)
    return (
      <FormDrawer
        endpoint={editOffer}
        title={t(verbs.editNamed, { name: offer.title })}
        intro={<p>{t(words.keeps)}</p>}
        labels={offerFields}
        initial={valuesOf(offer)}
        anew={async () => {
          const found = await rowAgain(listOffers, ({ id }) => id === offer.id);
          return found && valuesOf(found);
        }}
        fields={TERMS}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={addOffer}
      title={t(offerWords.add)}
      intro={<p>{t(words.note)}</p>}
      labels={offerFields}
      initial={{ daysBefore: 2, retries: 3 }}
      fields={[...LISTING, ...TERMS]}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
