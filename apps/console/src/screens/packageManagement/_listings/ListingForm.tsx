import {
  addListing,
  editListing,
  listingFields,
  listListings,
  readListable,
} from '@cardinal/contract/api/retailOrders/listings.ts';
import { ListingBadge } from '@cardinal/contract/enumerations/retail.ts';
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
import { listingWords } from './listingWords.ts';
import { usePublicAccounts } from './useAccounts.ts';

export type Listing = RowOf<typeof listListings>;

const words = {
  limitHelp: text('每张卡可购买次数，0 为不限', 'How often a card may buy it; 0 means no limit'),
  least: text('底价 {price}', 'at least {price}'),
  listed: text('套餐已上架', 'Package listed'),
  saved: text('已保存', 'Saved'),
};

const TERMS: FormFields = [
  { name: 'title', kind: 'text', maxLength: 30 },
  { name: 'price', kind: 'decimal' },
  { name: 'originalPrice', kind: 'decimal' },
  { name: 'badge', kind: 'select', options: ListingBadge.options },
  { name: 'buyLimit', kind: 'integer', help: words.limitHelp },
  { name: 'sort', kind: 'integer', help: listingWords.sortHelp },
  { name: 'saleFrom', kind: 'time' },
  { name: 'saleUntil', kind: 'time' },
];

function AccountChoice({ own }: { own: OwnControl }) {
  return (
    <Select
      id={own.id}
      value={own.value ?? null}
      options={[...usePublicAccounts(true)]}
      onChange={own.onChange}
      {...(own.problem ? { status: 'error' as const } : {})}
    />
  );
}

/** Packages the account's owner may sell and has not listed there, each with the least it may cost. */
function PackageChoice({ own }: { own: OwnControl }) {
  const t = useText();
  const accountId = own.values['accountId'] as string | undefined;
  const { data } = useRead(readListable, accountId !== undefined && { accountId });
  return (
    <Select
      id={own.id}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={accountId === undefined}
      value={own.value ?? null}
      options={(data?.packages ?? []).map(({ id, name, least, currency }) => ({
        value: id,
        label: `${name} · ${t(words.least, { price: moneyText({ minor: BigInt(least), currency }) })}`,
      }))}
      onChange={own.onChange}
      {...(own.problem ? { status: 'error' as const } : {})}
    />
  );
}

const CHOICES: FormFields = [
  {
    name: 'accountId',
    kind: 'own',
    label: listingFields.accountName.label,
    control: (own) => <AccountChoice own={own} />,
  },
  {
    name: 'packageId',
    kind: 'own',
    label: listingFields.packageName.label,
    control: (own) => <PackageChoice own={own} />,
  },
];

const valuesOf = (listing: Listing) => ({
  id: listing.id,
  version: listing.version,
  title: listing.title,
  price: typedAmount(listing.price),
  originalPrice: typedAmount(listing.originalPrice),
  badge: listing.badge,
  buyLimit: listing.buyLimit,
  sort: listing.sort,
  saleFrom: listing.saleFrom ?? undefined,
  saleUntil: listing.saleUntil ?? undefined,
});

/** Lists a package in a public account, or changes its terms; orders under way keep theirs. */
export default function ListingForm({ listing, onClose }: { listing: Listing | undefined; onClose: () => void }) {
  const t = useText();
  if (listing)
    return (
      <FormDrawer
        endpoint={editListing}
        title={t(verbs.editNamed, { name: listing.title })}
        labels={listingFields}
        fields={TERMS}
        initial={valuesOf(listing)}
        anew={async () => {
          const found = await rowAgain(listListings, ({ id }) => id === listing.id);
          return found && valuesOf(found);
        }}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={addListing}
      title={t(listingWords.list)}
      labels={listingFields}
      fields={[...CHOICES, ...TERMS]}
      initial={{ badge: ListingBadge.values.none, buyLimit: 0, sort: 10 }}
      done={t(words.listed)}
      onClose={onClose}
    />
  );
}
