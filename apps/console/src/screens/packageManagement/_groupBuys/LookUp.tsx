import { listRedeemCodes, lookUpCode } from '@cardinal/contract/api/groupBuys/codes.ts';
import { RedeemCodeState } from '@cardinal/contract/enumerations/groupBuy.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Input } from 'antd';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';

const words = {
  placeholder: text('完整兑换码，如 7K2P-…', 'The whole code, such as 7K2P-…'),
  found: text('{codeNo} · {state} · {packageName} · {buyerName}', '{codeNo} · {state} · {packageName} · {buyerName}'),
  on: text('已兑换到 {iccid}，订单 {orderNo}', 'On {iccid}, order {orderNo}'),
};

/** Says what became of a code that somebody has in hand. */
export function LookUp() {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<AnswerOf<typeof lookUpCode>>();
  const looking = useChange(lookUpCode, { onDone: setFound, onFailure: () => setFound(undefined) });
  const look = () => void looking.run({ body: { code: typed.trim() } });
  return (
    <Stack gap="xs" below="m">
      <Inline>
        <Input
          style={{ width: 300 }}
          aria-label={t(listRedeemCodes.fields.mask.label)}
          placeholder={t(words.placeholder)}
          value={typed}
          maxLength={40}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={look}
        />
        <CallButton call={lookUpCode} disabled={typed.trim().length < 8} loading={looking.isRunning} onClick={look}>
          {t(verbs.find)}
        </CallButton>
      </Inline>
      {found ? (
        <Span role="status">
          {t(words.found, {
            codeNo: found.codeNo,
            state: t(RedeemCodeState.labelOf(found.state)),
            packageName: found.packageName,
            buyerName: found.buyerName,
          })}
          {found.iccid ? ` · ${t(words.on, { iccid: found.iccid, orderNo: found.orderNo ?? '' })}` : null}
        </Span>
      ) : null}
    </Stack>
  );
}
