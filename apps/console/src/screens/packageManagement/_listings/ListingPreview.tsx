import { previewListings } from '@cardinal/contract/api/retailOrders/listings.ts';
import { ListingBadge } from '@cardinal/contract/enumerations/retail.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useRead } from '../../../kit/useRead.ts';
import { listingWords } from './listingWords.ts';
import { usePublicAccounts } from './useAccounts.ts';

const words = {
  account: text('公众号', 'Public account'),
  note: text(
    '输入 ICCID，查看该卡在公众号里能买什么、其余为何不显示。',
    'Enter an ICCID to see what the card can buy in the account and why the rest is hidden.',
  ),
  hidden: text('不显示：{why}', 'Hidden: {why}'),
  nothing: text('该公众号还没有套餐', 'The account lists no packages'),
};
/** As wide as a phone. */
const WIDTH = 408;

/** What the account's page offers one card, and why it hides the rest. */
export default function ListingPreview({ onClose }: { onClose: () => void }) {
  const t = useText();
  const accounts = usePublicAccounts();
  const [chosen, setChosen] = useState<string>();
  const [iccid, setIccid] = useState('');
  const accountId = chosen ?? accounts[0]?.value;
  const isWhole = /^\d{18,20}[0-9A-F]?$/.test(iccid);
  const { data, error } = useRead(previewListings, accountId !== undefined && isWhole && { accountId, iccid });
  return (
    <Sheet isOpen title={t(listingWords.preview)} width={WIDTH} onClose={onClose}>
      <Stack>
        <Select
          aria-label={t(words.account)}
          value={accountId ?? null}
          options={[...accounts]}
          onChange={(next: string) => setChosen(next)}
        />
        <Input
          aria-label="ICCID"
          placeholder="ICCID"
          maxLength={24}
          value={iccid}
          onChange={(event) => setIccid(event.target.value.replace(/\s/g, '').toUpperCase())}
        />
        {!isWhole ? <Paragraph ink="secondary">{t(words.note)}</Paragraph> : null}
        {isWhole && error ? <Paragraph>{error.message}</Paragraph> : null}
        {isWhole && data?.listings.length === 0 ? <Paragraph ink="secondary">{t(words.nothing)}</Paragraph> : null}
        {isWhole
          ? data?.listings.map((each) => (
              <div key={each.id}>
                <Paragraph {...(each.hidden ? { ink: 'secondary' as const } : {})}>
                  {each.title} · {moneyText({ minor: BigInt(each.price), currency: each.currency })}
                  {each.badge === ListingBadge.values.none ? '' : ` · ${t(ListingBadge.labelOf(each.badge))}`}
                </Paragraph>
                {each.hidden ? <Span ink="secondary">{t(words.hidden, { why: t(each.hidden) })}</Span> : null}
              </div>
            ))
          : null}
      </Stack>
    </Sheet>
  );
}
