import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { saveFile } from '../../../kit/saveFile.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { toast } from '../../../shell/toasts.ts';
import { merchantWords } from './merchantWords.ts';

const words = {
  testing: text('正在测试…', 'Testing now …'),
  enabled: text('{name} 接收新支付', '{name} takes new payments'),
  question: text('删除商户 {name}？', 'Delete merchant {name}?'),
  note: text(
    '凭据一并删除，不能恢复。有支付记录或在路由中的商户不能删除，只能停用。',
    'Its credentials are deleted too; this cannot be undone. A merchant with payments or in a route can only be disabled.',
  ),
  gone: text('{name} 已删除', '{name} deleted'),
};

export type MerchantDetail = AnswerOf<MerchantEndpoints['detail']>;
export type Merchant = Pick<MerchantDetail, 'id' | 'name' | 'isEnabled'>;
export type Tested = AnswerOf<MerchantEndpoints['test']> & { readonly id: string };
export type Opened = { readonly what: 'edit' | 'disable' | 'cap'; readonly merchant: Merchant };

/** The actions on a merchant, and the result of its last test. */
export function useMerchantSteps(endpoints: MerchantEndpoints, open: (opened: Opened) => void) {
  const t = useText();
  const [tested, setTested] = useState<Tested>();
  const [testing, setTesting] = useState<string>();
  const trying = useChange(endpoints.test);
  const enabling = useChange(endpoints.enable);
  const deleting = useChange(endpoints.delete);

  const test = async ({ id, name }: Merchant) => {
    setTesting(id);
    const answer = await trying.run({ body: { id } });
    setTesting(undefined);
    if (!answer) return;
    setTested({ ...answer, id });
    const said = t(sentences.answeredIn, { name, words: answer.words, ms: countAmount(answer.durationMs) });
    if (answer.works) toast.success(said);
    else toast.error(said);
  };
  const enable = async ({ id, name }: Merchant) => {
    if (await enabling.run({ body: { id, isEnabled: true } })) toast.success(t(words.enabled, { name }));
  };
  const remove = async ({ id, name }: Merchant) => {
    const done = await deleting.confirm({
      title: t(words.question, { name }),
      body: <p>{t(words.note)}</p>,
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id } },
    });
    if (done) toast.success(t(words.gone, { name }));
    return done !== undefined;
  };

  const certificateStep = (call: NonNullable<MerchantEndpoints['certificates']>, id: string): RowAction => ({
    key: 'certificates',
    label: t(call.summary),
    call,
    onPick: () => void saveFile(call, { id }),
  });

  const stepsOf = (merchant: Merchant, onGone?: () => void): readonly RowAction[] => [
    {
      key: 'test',
      label: t(testing === merchant.id ? words.testing : verbs.testConnection),
      call: endpoints.test,
      disabled: testing === merchant.id && t(words.testing),
      onPick: () => void test(merchant),
    },
    {
      key: 'edit',
      label: t(verbs.edit),
      call: endpoints.edit,
      onPick: () => open({ what: 'edit', merchant }),
    },
    ...(endpoints.cap
      ? [
          {
            key: 'cap',
            label: t(merchantWords.dayMost),
            call: endpoints.cap,
            onPick: () => open({ what: 'cap', merchant }),
          },
        ]
      : []),
    ...(endpoints.certificates ? [certificateStep(endpoints.certificates, merchant.id)] : []),
    merchant.isEnabled
      ? {
          key: 'disable',
          label: t(verbs.disable),
          call: endpoints.enable,
          isDanger: true,
          onPick: () => open({ what: 'disable', merchant }),
        }
      : { key: 'enable', label: t(verbs.enable), call: endpoints.enable, onPick: () => void enable(merchant) },
    {
      key: 'delete',
      label: t(verbs.delete),
      call: endpoints.delete,
      isDanger: true,
      onPick: () => void remove(merchant).then((isGone) => isGone && onGone?.()),
    },
  ];
  return { stepsOf, tested };
}
