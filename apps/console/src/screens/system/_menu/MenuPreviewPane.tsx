import { previewMenu } from '@cardinal/contract/api/identity/menus.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Pane } from '@cardinal/ui/layout/Box.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { Field } from '../../../kit/Field.tsx';
import { useRoleOptions } from '../../../parts/identity/RolePicker.tsx';
import { MenuPreview } from './MenuPreview.tsx';

const words = {
  close: text('关闭预览', 'Close preview'),
  whole: text('整个客户', 'The whole customer'),
  choose: text('选择客户或角色', 'Select a customer or role'),
  chooseHint: text('看到的就是他们登录后的菜单。', 'Shows the menu they see after signing in.'),
};

/** The menu as somebody else sees it, beside the tree: edits appear here immediately. */
export function MenuPreviewPane(props: { onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [customerId, setCustomerId] = useState<string>();
  const [roleId, setRoleId] = useState<string>();
  const roles = useRoleOptions(customerId);
  return (
    <Pane as="aside" width="l" aria-labelledby={`${id}-title`}>
      <Inline as="header" justify="between">
        <h2 id={`${id}-title`}>{t(previewMenu.summary)}</h2>
        <Button type="text" icon={<CloseIcon />} aria-label={t(words.close)} onClick={props.onClose} />
      </Inline>
      <Field id={`${id}-customer`} label={t(nouns.customer)}>
        <CustomerPicker
          id={`${id}-customer`}
          value={customerId}
          onValue={(next) => {
            setCustomerId(next);
            setRoleId(undefined);
          }}
        />
      </Field>
      <Field id={`${id}-role`} label={t(nouns.role)}>
        <Select
          id={`${id}-role`}
          allowClear
          placeholder={t(words.whole)}
          value={roleId ?? null}
          options={(roles.data ?? []).map((role) => ({ value: role.id, label: role.name }))}
          onChange={(next) => setRoleId(next ?? undefined)}
        />
      </Field>
      {roleId ? (
        <MenuPreview roleId={roleId} />
      ) : customerId ? (
        <MenuPreview customerId={customerId} />
      ) : (
        <EmptyState title={t(words.choose)} hint={t(words.chooseHint)} />
      )}
    </Pane>
  );
}
