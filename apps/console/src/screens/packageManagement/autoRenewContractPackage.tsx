import {
  addOffer,
  deleteOffer,
  editOffer,
  enableOffer,
  listOffers,
} from '@cardinal/contract/api/autoRenewals/offers.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { toast } from '../../shell/toasts.ts';
import type { RenewalOffer } from './_renewals/OfferForm.tsx';
import { offerWords } from './_renewals/offerWords.ts';

const OfferForm = lazy(() => import('./_renewals/OfferForm.tsx'));

const words = {
  none: text('还没有自动续费套餐', 'No auto-renew packages yet'),
  noneHint: text(
    '给公众号套餐选择签约模板和续费价，用户即可签约一次、到期自动扣款续期。',
    'Give a listed package a template and a renewal price; users sign once and are renewed before the end.',
  ),
  question: text('删除自动续费套餐 {name}？', 'Delete the auto-renew package {name}?'),
  enabled: text('{name} 可签约自动续费', '{name} can be signed for'),
  disabled: text('{name} 不再新签约，已签约的照常续费', '{name} takes no new contracts; those that run are renewed'),
};

/** Which listings can be bought as «sign once, charged each period», and at which price. */
export default function AutoRenewContractPackage() {
  const t = useText();
  const enabling = useChange(enableOffer);
  const removing = useChange(deleteOffer);
  const [opened, setOpened] = useState<RenewalOffer | 'new'>();
  const enable = async ({ id, title, isEnabled }: RenewalOffer) => {
    if (await enabling.run({ body: { id, isEnabled: !isEnabled } }))
      toast.success(t(isEnabled ? words.disabled : words.enabled, { name: title }));
  };
  const remove = (row: RenewalOffer) =>
    removing.confirm({
      title: t(words.question, { name: row.title }),
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  return (
    <>
      <ListScreen
        list={listOffers}
        columns={[
          { field: 'title', pinned: 'left', width: 200 },
          { field: 'accountName', width: 180 },
          { field: 'isEnabled', width: 90 },
          { field: 'templateName', width: 150 },
          { field: 'firstPrice', width: 90 },
          { field: 'renewPrice', width: 90 },
          { field: 'period', width: 90 },
          { field: 'daysBefore', width: 150 },
          { field: 'retries', width: 90 },
          { field: 'signed', width: 90 },
          { field: 'renewed', width: 100 },
          { field: 'failed', width: 100 },
          { field: 'ended', width: 100 },
          { field: 'packageName', isOff: true },
          { field: 'currency', isOff: true },
          'createdAt',
        ]}
        filters={['title', 'accountId', 'templateId', 'packageId', 'isEnabled']}
        rowName={(row) => row.title}
        rowActions={(row) =>
          row.isOwn
            ? [
                { key: 'edit', label: t(verbs.edit), call: editOffer, onPick: () => setOpened(row) },
                {
                  key: 'enable',
                  label: t(row.isEnabled ? verbs.disable : verbs.enable),
                  call: enableOffer,
                  onPick: () => void enable(row),
                },
                {
                  key: 'delete',
                  label: t(verbs.delete),
                  call: deleteOffer,
                  isDanger: true,
                  onPick: () => void remove(row),
                },
              ]
            : []
        }
        actions={
          <CallButton call={addOffer} type="primary" onClick={() => setOpened('new')}>
            {t(offerWords.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {opened ? (
          <OfferForm offer={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
