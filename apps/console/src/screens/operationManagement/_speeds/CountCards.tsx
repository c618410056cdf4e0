import { countSpeedLimitCards } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import type { Values } from '../../../kit/form/formFields.ts';

const words = {
  covers: text('现有 {n} 张卡', '{n} {n|card|cards} at present'),
  missing: text('；不在通道内：{numbers}', '; not of this account: {numbers}'),
};
const MOST_NAMED = 5;

/** How many cards the choice of a form covers, before it is saved. */
export function CountCards(props: { id: string; limitId: string | undefined; accountId: string; values: Values }) {
  const t = useText();
  const { values, limitId, accountId } = props;
  const counting = useChange(countSpeedLimitCards);
  const chosen = {
    carrierAccountId: accountId,
    productCodes: (values['productCodes'] ?? []) as string[],
    tagIds: (values['tagIds'] ?? []) as string[],
    cardNumbers: String(values['cardNumbers'] ?? ''),
  };
  const of = JSON.stringify(chosen);
  const [told, tell] = useState<{ of: string; words: string }>();
  const count = async () => {
    const found = await counting.run({ body: { ...chosen, ...(limitId ? { id: limitId } : {}) } });
    if (!found) return;
    const { cards, notFound } = found;
    const more = notFound.length > MOST_NAMED ? ' …' : '';
    const missing =
      notFound.length > 0 ? t(words.missing, { numbers: `${notFound.slice(0, MOST_NAMED).join(', ')}${more}` }) : '';
    tell({ of, words: `${t(words.covers, { n: countAmount(cards) })}${missing}` });
  };
  return (
    <Inline>
      <Button id={props.id} disabled={accountId === ''} loading={counting.isRunning} onClick={() => void count()}>
        {t(verbs.preview)}
      </Button>
      {told?.of === of ? <Span ink="secondary">{told.words}</Span> : null}
    </Inline>
  );
}
