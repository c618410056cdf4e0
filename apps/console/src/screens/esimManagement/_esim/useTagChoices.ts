import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { useRead } from '../../../kit/useRead.ts';
import { mayCall } from '../../../shell/permissions.ts';

/** The caller's own tags by name; none without the permission to see them. */
export function useTagChoices(): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useRead(tagOptions, {}, { enabled: mayCall(tagOptions) });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
