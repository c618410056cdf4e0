import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { FormField, OwnControl } from '../../kit/form/formFields.ts';
import type { TypedVolume } from './typedVolume.ts';
import { VolumeInput } from './VolumeInput.tsx';

const UNIT = text('流量单位', 'Unit');

/** What a volume that is not given is typed as. */
export const NO_VOLUME: TypedVolume = { value: '', unit: 'GB' };

function OwnVolume({ own, label }: { own: OwnControl; label: Text }) {
  const t = useText();
  return (
    <VolumeInput
      id={own.id}
      label={t(label)}
      unitLabel={t(UNIT)}
      value={(own.value as TypedVolume | undefined) ?? NO_VOLUME}
      isWrong={own.problem !== undefined}
      onChange={own.onChange}
    />
  );
}

/** A field of a form for a volume and its unit; its value is a `TypedVolume`. */
export const volumeField = (field: { name: string; label: Text; help?: Text }): FormField => ({
  ...field,
  kind: 'own',
  isTyped: true,
  control: (own) => <OwnVolume own={own} label={field.label} />,
});
