import {
  addListing,
  editListing,
  listListings,
  previewListings,
  shelveListing,
} from '@cardinal/contract/api/retailOrders/listings.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { toast } from '../../shell/toasts.ts';
import type { Listing } from './_listings/ListingForm.tsx';
import { listingWords } from './_listings/listingWords.ts';

const ListingForm = lazy(() => import('./_listings/ListingForm.tsx'));
const ListingPreview = lazy(() => import('./_listings/ListingPreview.tsx'));

const words = {
  none: text('还没有上架的套餐', 'No packages listed yet'),
  noneHint: text(
    '上架后，公众号用户可以为自己的卡购买。',
    'Once listed, users of the account can buy them for their cards.',
  ),
  on: text('上架', 'Put on sale'),
  off: text('下架', 'Take off sale'),
  isOn: text('{name} 已上架', '{name} is on sale'),
  isOff: text('{name} 已下架', '{name} is off sale'),
};

/** What public accounts offer their users: at which price, with which margin, and what is not sold although it is listed. */
export default function WechatPackage() {
  const t = useText();
  const shelving = useChange(shelveListing);
  const [opened, setOpened] = useState<Listing | 'new' | 'preview'>();
  const close = () => setOpened(undefined);
  const shelve = async ({ id, title, isOnSale }: Listing) => {
    if (await shelving.run({ body: { id, isOnSale: !isOnSale } }))
      toast.success(t(isOnSale ? words.isOff : words.isOn, { name: title }));
  };
  return (
    <>
      <ListScreen
        list={listListings}
        columns={[
          { field: 'title', pinned: 'left', width: 200 },
          { field: 'accountName', width: 180 },
          { field: 'isOnSale', width: 80 },
          { field: 'price', width: 100 },
          { field: 'originalPrice', width: 100 },
          { field: 'reserve', width: 100 },
          { field: 'margin', width: 100 },
          { field: 'badge', width: 90 },
          { field: 'buyLimit', width: 110 },
          { field: 'sold', width: 140 },
          { field: 'whyNot', width: 140 },
          { field: 'packageName', width: 180 },
          { field: 'sort', width: 90 },
          { field: 'saleFrom', isOff: true },
          { field: 'saleUntil', isOff: true },
          { field: 'createdAt', isOff: true },
        ]}
        filters={['title', 'accountId', 'isOnSale', 'badge']}
        rowName={(row) => row.title}
        rowActions={(row) =>
          row.isOwn
            ? [
                { key: 'edit', label: t(verbs.edit), call: editListing, onPick: () => setOpened(row) },
                {
                  key: 'shelve',
                  label: t(row.isOnSale ? words.off : words.on),
                  call: shelveListing,
                  onPick: () => void shelve(row),
                },
              ]
            : []
        }
        actions={
          <Inline>
            <CallButton call={previewListings} onClick={() => setOpened('preview')}>
              {t(listingWords.preview)}
            </CallButton>
            <CallButton call={addListing} type="primary" onClick={() => setOpened('new')}>
              {t(listingWords.list)}
            </CallButton>
          </Inline>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {opened === 'preview' ? <ListingPreview onClose={close} /> : null}
        {opened !== undefined && opened !== 'preview' ? (
          <ListingForm listing={opened === 'new' ? undefined : opened} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
