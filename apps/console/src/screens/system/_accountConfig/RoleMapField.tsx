import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Input, Select } from 'antd';
import { useRoleOptions } from '../../../parts/identity/RolePicker.tsx';

const words = {
  group: text('用户组', 'Group'),
  add: text('添加对应关系', 'Add mapping'),
};

export type RoleMapping = { readonly group: string; readonly roleId: string };

/** Which role each group of the provider stands for. */
export function RoleMapField(props: {
  id: string;
  customerId: string | undefined;
  value: readonly RoleMapping[];
  onValue: (next: RoleMapping[]) => void;
  problem: string | undefined;
}) {
  const { value, onValue } = props;
  const t = useText();
  const { data } = useRoleOptions(props.customerId);
  const set = (at: number, changed: Partial<RoleMapping>) =>
    onValue(value.map((each, index) => (index === at ? { ...each, ...changed } : each)));
  return (
    <Stack gap="s" align="stretch">
      {value.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and lines are only removed or appended
        <Tracks key={at} columns="minmax(0, 1fr) minmax(0, 1fr) auto" gap="s">
          <Input
            id={at === 0 ? props.id : undefined}
            aria-label={t(words.group)}
            placeholder={t(words.group)}
            maxLength={200}
            status={props.problem ? 'error' : ''}
            value={each.group}
            onChange={(event) => set(at, { group: event.target.value })}
          />
          <Select
            aria-label={t(nouns.role)}
            placeholder={t(nouns.role)}
            status={props.problem ? 'error' : ''}
            value={each.roleId || null}
            options={(data ?? []).map((role) => ({ value: role.id, label: role.name }))}
            onChange={(roleId) => set(at, { roleId: roleId ?? '' })}
          />
          <TextButton onClick={() => onValue(value.filter((_, index) => index !== at))}>{t(verbs.delete)}</TextButton>
        </Tracks>
      ))}
      <div>
        <TextButton onClick={() => onValue([...value, { group: '', roleId: '' }])}>{t(words.add)}</TextButton>
      </div>
    </Stack>
  );
}
