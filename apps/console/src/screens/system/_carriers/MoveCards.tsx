import { moveCarrierCards } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import type { Question } from '../../../shell/questions.ts';
import type { CarrierDetail } from './CarrierForms.tsx';

const words = {
  title: text('移动 {name} 的卡', 'Move cards of {name}'),
  note: text(
    '卡移到同一运营商的另一个通道，之后由新通道查询和下发。有未完成指令的卡不能移动；卡的状态和套餐不变。',
    'Moves the cards to another account of the same carrier, which operates them from then on. Cards with an open command cannot be moved. Status and packages do not change.',
  ),
  to: text('目标通道', 'To account'),
  iccids: text('ICCID', 'ICCIDs'),
  iccidsHelp: text('留空为该通道的全部 {n} 张卡', 'Leave empty for all {n} {n|card|cards} of the account'),
  question: text('把 {n} 张卡移到「{to}」？', 'Move {n} {n|card|cards} to “{to}”?'),
  all: text('这是「{name}」的全部卡。', 'These are all cards of “{name}”.'),
  after: text(
    '之后由「{to}」查询和下发；移回须再移动一次。',
    '“{to}” operates them from then on. To move them back, run another move.',
  ),
  moveSo: text('移动 {n} 张卡', 'Move {n} {n|card|cards}'),
  moved: text('已移动 {n} 张卡', '{n} {n|card|cards} moved'),
};
const MOST = 100 as const;
/** From this many cards on the user must type the number. */
const TYPED_ABOVE = 1_000;

/** Moves cards of this account to another of the same carrier. */
export function MoveCards(props: {
  account: Pick<CarrierDetail, 'id' | 'name' | 'platform' | 'cards'>;
  onClose: () => void;
}) {
  const t = useText();
  const { id, name, platform, cards } = props.account;
  const { data } = useRead(
    listCarrierAccounts,
    { platform: [platform], pageNum: 1, pageSize: MOST },
    { isSilent: false },
  );
  const help = t(words.iccidsHelp, { n: countAmount(cards ?? 0) });
  const targets = (data?.list ?? []).filter((each) => each.id !== id);
  const ask = ({ iccids, toAccountId }: Values): Question => {
    const named = String(iccids ?? '')
      .split(/[\s,]+/)
      .filter(Boolean).length;
    const n = named || (cards ?? 0);
    const to = targets.find((each) => each.id === toAccountId)?.name ?? '';
    return {
      title: t(words.question, { n: countAmount(n), to }),
      body: (
        <>
          {named === 0 ? <p>{t(words.all, { name })}</p> : null}
          <p>{t(words.after, { to })}</p>
        </>
      ),
      confirm: t(words.moveSo, { n: countAmount(n) }),
      isDanger: true,
      ...(n > TYPED_ABOVE ? { typedCount: n } : {}),
    };
  };
  return (
    <FormDrawer
      endpoint={moveCarrierCards}
      title={t(words.title, { name })}
      intro={t(words.note)}
      initial={{ accountId: id }}
      fields={[
        {
          name: 'toAccountId',
          kind: 'select',
          label: words.to,
          isSearchable: true,
          options: targets.map((each) => ({ value: each.id, label: text(each.name, each.name) })),
        },
        { name: 'iccids', kind: 'list', max: 1_000, label: words.iccids, help: text(help, help) },
      ]}
      ask={ask}
      submit={verbs.move}
      isDanger
      done={(answer) => t(words.moved, { n: countAmount(answer.moved) })}
      onClose={props.onClose}
    />
  );
}
