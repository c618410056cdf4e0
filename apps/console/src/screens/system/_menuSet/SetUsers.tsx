import { assignMenuSet, previewAssignment } from '@cardinal/contract/api/identity/menuSets.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../../http/call.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { useChange } from '../../../kit/change.ts';
import { Field } from '../../../kit/Field.tsx';
import { refusedFields } from '../../../kit/refusedFields.ts';
import { Can } from '../../../shell/Can.tsx';
import { Link } from '../../../shell/Link.tsx';
import { MenuPreview } from '../_menu/MenuPreview.tsx';
import { acceptLosses } from './acceptLosses.tsx';
import type { MenuSetDetail } from './SetEditor.tsx';

const words = {
  title: text('使用「{name}」的客户', 'Customers using “{name}”'),
  give: text('分配给', 'Assign to'),
  giveHelp: text('方案所属客户的下级；原有方案被替换', 'Descendants of the set’s owner; replaces their current set'),
  giveAnyway: text('去掉并分配', 'Remove and assign'),
  assign: text('分配', 'Assign'),
  assigned: text('已分配，下一次请求起生效', 'Assigned; takes effect on the next request'),
  preview: text('查看菜单', 'View menu'),
  takeBack: text('收回', 'Take back'),
  question: text('收回 {name} 的方案？', 'Unassign the set from {name}?'),
  consequence: text(
    '之后使用默认方案，没有默认方案时与上级相同；角色授权不变。',
    'It then uses the default set, or its parent’s menu if there is none. Role grants are unchanged.',
  ),
  takenBack: text('已收回', 'Taken back'),
  none: text('还没有客户使用', 'No customers use it yet'),
  menuOf: text('{name} 看到的菜单', 'Menu seen by {name}'),
};

/** Who has a set; granting and revoking it. */
export default function SetUsers(props: { set: MenuSetDetail; onClose: () => void }) {
  const { set } = props;
  const t = useText();
  const id = useId();
  const [picked, setPicked] = useState<string[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const [shown, setShown] = useState<{ id: string; name: string }>();
  const giving = useChange(assignMenuSet, { done: t(words.assigned), onDone: () => setPicked([]) });
  const taking = useChange(assignMenuSet, { done: t(words.takenBack) });
  const give = async () => {
    const body = { setId: set.id, customerIds: picked };
    setIsAsking(true);
    try {
      if (await acceptLosses(t, await call(previewAssignment, { body }, { isSilent: true }), words.giveAnyway))
        await giving.run({ body });
    } catch (error) {
      refusedFields(error);
    } finally {
      setIsAsking(false);
    }
  };
  const takeBack = (user: { id: string; name: string }) =>
    taking.confirm({
      title: t(words.question, { name: user.name }),
      body: <p>{t(words.consequence)}</p>,
      confirm: t(words.takeBack),
      sends: { body: { setId: null, customerIds: [user.id] } },
    });
  return (
    <Sheet isOpen title={t(words.title, { name: set.name })} width={560} onClose={props.onClose}>
      <Can call={assignMenuSet}>
        <Field id={id} label={t(words.give)} help={t(words.giveHelp)}>
          <CustomerPicker id={id} isMany value={picked} onValue={setPicked} />
        </Field>
        {picked.length > 0 ? (
          <Button className="above-s" type="primary" loading={isAsking || giving.isRunning} onClick={() => void give()}>
            {t(words.assign)}
          </Button>
        ) : null}
      </Can>
      {set.users.length === 0 ? <EmptyState title={t(words.none)} /> : null}
      {set.users.length > 0 ? (
        <Stack as="ul" isDivided above="l">
          {set.users.map((user) => (
            <Inline as="li" justify="between" gap="m" isOneLine key={user.id}>
              <Link to={`/userManagement/user?shown=${user.id}`}>{user.name}</Link>
              <Inline as="span" gap="m">
                <TextButton onClick={() => setShown(user)}>{t(words.preview)}</TextButton>
                <Can call={assignMenuSet}>
                  <TextButton onClick={() => void takeBack(user)}>{t(words.takeBack)}</TextButton>
                </Can>
              </Inline>
            </Inline>
          ))}
        </Stack>
      ) : null}
      <Sheet
        isOpen={shown !== undefined}
        title={t(words.menuOf, { name: shown?.name ?? '' })}
        width={760}
        onClose={() => setShown(undefined)}
      >
        {shown ? <MenuPreview customerId={shown.id} /> : null}
      </Sheet>
    </Sheet>
  );
}
