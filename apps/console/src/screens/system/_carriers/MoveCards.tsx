import { moveCarrierCards } from '@cardinal/contract/api/carrierCards.ts';
import { listCarrierAccounts } from '@cardinal/contract/api/carriers.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { CarrierDetail } from './CarrierForms.tsx';
import './carriers.css';

const words = {
  title: text('移动 {name} 的卡', 'Move cards of {name}'),
  note: text(
    '卡移到同一运营商的另一个通道，之后由新通道查询和下发。有未完成指令的卡不能移动；卡的状态和套餐不变。',
    'The cards go to another account of the same carrier, which drives them from then on. Cards with an open command cannot be moved; status and packages do not change.',
  ),
  to: text('目标通道', 'To account'),
  iccids: text('ICCID', 'ICCIDs'),
  iccidsHelp: text('留空为该通道的全部 {n} 张卡', 'Empty: all {n} {n|card|cards} of the account'),
  move: text('移动', 'Move'),
  moved: text('已移动 {n} 张卡', '{n} {n|card|cards} moved'),
};
const MOST = 100 as const;

/** Cards of this account to another of the same carrier. */
export function MoveCards(props: {
  account: Pick<CarrierDetail, 'id' | 'name' | 'platform' | 'cards'>;
  onClose: () => void;
}) {
  const t = useText();
  const { id, name, platform, cards } = props.account;
  const { data } = useQuery({
    queryKey: ['list', listCarrierAccounts.name, 'targets', platform],
    queryFn: ({ signal }) =>
      call(listCarrierAccounts, { query: { platform: [platform], pageNum: 1, pageSize: MOST } }, { signal }),
  });
  const help = text(
    words.iccidsHelp.zh.replace('{n}', countAmount(cards ?? 0)),
    words.iccidsHelp.en.replace('{n}', countAmount(cards ?? 0)),
  );
  return (
    <FormDrawer
      endpoint={moveCarrierCards}
      title={t(words.title, { name })}
      intro={<p className="carrier-notice sheet-note">{t(words.note)}</p>}
      initial={{ accountId: id }}
      fields={[
        {
          name: 'toAccountId',
          kind: 'select',
          label: words.to,
          isSearchable: true,
          options: (data?.list ?? [])
            .filter((each) => each.id !== id)
            .map((each) => ({ value: each.id, label: text(each.name, each.name) })),
        },
        { name: 'iccids', kind: 'list', max: 1_000, label: words.iccids, help },
      ]}
      submit={words.move}
      isDanger
      done={(answer) => t(words.moved, { n: countAmount(answer.moved) })}
      onClose={props.onClose}
    />
  );
}
