import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { enterBankTransfer } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { setCredit } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { moveCustomer } from '@cardinal/contract/api/customers/customerMove.ts';
import { editCustomer, setCustomerStatus } from '@cardinal/contract/api/customers/customers.ts';
import { readMainAccount, resetPassword } from '@cardinal/contract/api/identity/accounts.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import { viewAs } from '@cardinal/contract/api/identity/viewAs.ts';
import { Enable } from '@cardinal/contract/enumerations/switches.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { call } from '../../../http/call.ts';
import { isFailure } from '../../../http/failure.ts';
import { useChange } from '../../../kit/change.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useResetPassword } from '../../../parts/identity/useResetPassword.tsx';
import { navigate } from '../../../shell/navigation.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { confirmFirst } from '../../../shell/questions.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { toast } from '../../../shell/toasts.ts';
import { startViewing } from '../../../shell/viewing.ts';

const words = {
  view: text('代看', 'View as'),
  viewQuestion: text('以 {name} 的视角查看？', 'View as {name}?'),
  viewNote: text(
    '本标签页变为该客户的界面，只读，30 分钟后自动结束；双方的操作日志都会记录。',
    'This tab becomes that customer’s console: read-only, ends after 30 minutes, and recorded in both operation logs.',
  ),
  add: text('新增下级', 'Add below'),
  question: text('停用客户 {name}？', 'Disable {name}?'),
  accounts: text(
    '它的所有账号立即退出，启用前不能登录，API 密钥也被拒绝。',
    'All its accounts are signed out immediately and cannot sign in until it is enabled. Its API keys are refused.',
  ),
  cards: text('它的 {n} 张卡', 'Its {n} {n|card|cards}'),
  keepCards: text('继续使用', 'go on'),
  stopCards: text('停机：下一步填写原因并确认', 'will be stopped; you enter the reason in the next step'),
  tasks: text('在途任务继续执行。', 'Tasks in progress continue.'),
  reset: text('重置主账号密码', 'Reset main password'),
  children: text('{n} 个直属下级不受影响。', 'Its {n} direct child {n|customer is|customers are} not affected.'),
  enabled: text('客户 {name} 已启用', 'Customer {name} enabled'),
  disabled: text('客户 {name} 已停用', 'Customer {name} disabled'),
};

type Customer = {
  readonly id: string;
  readonly name: string;
  readonly status: Enable;
  readonly parentId: string | null;
  readonly children: number;
  readonly offered: {
    readonly edit: boolean;
    readonly addChild: boolean;
    readonly status: boolean;
    readonly viewAs: boolean;
    readonly move: boolean;
    readonly credit: boolean;
  };
  readonly cards: number;
};

/** The actions the server offers on a customer. */
export function useCustomerSteps(options: {
  onEdit: (id: string) => void;
  onAddBelow: (id: string) => void;
  onCredit: (id: string) => void;
  onMove: (id: string) => void;
  onStopCards: (of: { customerId: string; cards: number }) => void;
  onPassword: (account: string, password: string) => void;
}): (customer: Customer) => RowAction[] {
  const t = useText();
  const turning = useChange(setCustomerStatus);
  const own = useSignedIn((state) => state.me?.customer.id);
  const resetOf = useResetPassword(options.onPassword);
  const viewing = useChange(viewAs, { onDone: (answer) => startViewing(answer.token) });
  return (customer) => {
    const { offered, name } = customer;
    const isOn = customer.status === Enable.values.enabled;
    const turn = async () => {
      let stopsCards = false;
      if (isOn) {
        const isSure = await confirmFirst({
          title: t(words.question, { name }),
          body: (
            <>
              <p>{t(words.accounts)}</p>
              {customer.cards > 0 && mayCall({ permission: CARD_ACTIONS.stop_card }) ? (
                <CardChoice
                  cards={customer.cards}
                  onChoice={(stops) => {
                    stopsCards = stops;
                  }}
                />
              ) : null}
              <p>{t(words.tasks)}</p>
              {customer.children > 0 ? <p>{t(words.children, { n: countAmount(customer.children) })}</p> : null}
            </>
          ),
          confirm: t(verbs.disable),
          isDanger: true,
        });
        if (!isSure) return;
      }
      const status = isOn ? Enable.values.disabled : Enable.values.enabled;
      const done = await turning.run({ body: { id: customer.id, status } });
      if (!done) return;
      toast.success(t(isOn ? words.disabled : words.enabled, { name }));
      if (stopsCards) options.onStopCards({ customerId: customer.id, cards: customer.cards });
    };
    const view = () =>
      viewing.confirm({
        title: t(words.viewQuestion, { name }),
        body: <p>{t(words.viewNote)}</p>,
        confirm: t(words.view),
        sends: { body: { id: customer.id } },
      });
    const reset = async () => {
      try {
        await resetOf(await call(readMainAccount, { query: { customerId: customer.id } }));
      } catch (error) {
        // The failure has been shown.
        if (!isFailure(error)) throw error;
      }
    };
    return [
      ...(offered.edit
        ? [{ key: 'edit', label: t(verbs.edit), call: editCustomer, onPick: () => options.onEdit(customer.id) }]
        : []),
      ...(offered.addChild
        ? [{ key: 'add', label: t(words.add), call: addCustomer, onPick: () => options.onAddBelow(customer.id) }]
        : []),
      ...(customer.parentId === own
        ? [
            {
              key: 'recharge',
              label: t(verbs.recharge),
              call: enterBankTransfer,
              onPick: () => navigate(`/userManagement/userRecharge?rechargeOf=${customer.id}`),
            },
          ]
        : []),
      ...(offered.credit
        ? [
            {
              key: 'credit',
              label: t(moneyWords.creditLimit),
              call: setCredit,
              onPick: () => options.onCredit(customer.id),
            },
          ]
        : []),
      ...(offered.viewAs ? [{ key: 'view', label: t(words.view), call: viewAs, onPick: () => void view() }] : []),
      ...(customer.id !== own
        ? [{ key: 'reset', label: t(words.reset), call: resetPassword, onPick: () => void reset() }]
        : []),
      ...(offered.move
        ? [{ key: 'move', label: t(verbs.move), call: moveCustomer, onPick: () => options.onMove(customer.id) }]
        : []),
      ...(offered.status
        ? [
            {
              key: 'status',
              label: t(isOn ? verbs.disable : verbs.enable),
              call: setCustomerStatus,
              isDanger: isOn,
              onPick: () => void turn(),
            },
          ]
        : []),
    ];
  };
}

/** What happens to the cards; they keep running by default. */
function CardChoice(props: { cards: number; onChoice: (stops: boolean) => void }) {
  const t = useText();
  return (
    <Stack as="fieldset" gap="xs" above="s" below="s">
      <legend>{t(words.cards, { n: countAmount(props.cards) })}</legend>
      <Inline as="label">
        <input type="radio" name="cards" defaultChecked onChange={() => props.onChoice(false)} />
        {t(words.keepCards)}
      </Inline>
      <Inline as="label">
        <input type="radio" name="cards" onChange={() => props.onChoice(true)} />
        {t(words.stopCards)}
      </Inline>
    </Stack>
  );
}
