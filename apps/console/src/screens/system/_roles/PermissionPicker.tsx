import { PERMISSIONS, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useMemo } from 'react';
import { byMenu, subjectTitle } from '../../../parts/identity/subjectTitle.ts';

const words = { choose: text('选择权限', 'Select a permission') };

/** Every permission of the product, by page. */
export function PermissionPicker(props: {
  id: string;
  value: string | undefined;
  onValue: (permission: string | undefined) => void;
}) {
  const t = useText();
  const options = useMemo(
    () =>
      byMenu(PERMISSIONS).map(({ id, title }) => ({
        value: id,
        label: `${t(subjectTitle(subjectOf(id), id))} · ${t(title)}`,
      })),
    [t],
  );
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={t(words.choose)}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={360}
      value={props.value ?? null}
      options={options}
      onChange={(next) => props.onValue(next ?? undefined)}
    />
  );
}
