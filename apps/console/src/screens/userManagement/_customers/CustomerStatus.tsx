import { Enable } from '@cardinal/contract/enumerations/switches.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';

export function CustomerStatus(props: { status: Enable }) {
  const t = useText();
  const isOn = props.status === Enable.values.enabled;
  return (
    <StatusTag
      shape={isOn ? 'disc' : 'cross'}
      tone={isOn ? 'good' : 'neutral'}
      word={t(Enable.labelOf(props.status))}
    />
  );
}
