import { enableVoiceSpec, MOST_FIXED_NUMBERS, voiceSpecs } from '@cardinal/contract/api/packages/specs.ts';
import { VoiceDirection, VoiceStep } from '@cardinal/contract/enumerations/package.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { keptNote, specEnablingStep, specForm } from '../../parts/packages/specSteps.ts';

const words = {
  hint: text('套餐从这里选择通话时长和短信条数。', 'Packages choose their call minutes and messages from here.'),
};

export default function VoiceConfig() {
  return (
    <RegisterScreen
      register={voiceSpecs}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        'minutes',
        'smsCount',
        { field: 'step', width: 110 },
        { field: 'direction', width: 150 },
        'usedBy',
        { field: 'sort', width: 90 },
        'isEnabled',
        'updatedAt',
      ]}
      views={[{ title: nouns.unused, query: 'unused=true' }]}
      rowName={({ name }) => name}
      form={specForm([
        { name: 'name', kind: 'text', maxLength: 30 },
        { name: 'minutes', kind: 'integer' },
        { name: 'smsCount', kind: 'integer' },
        { name: 'step', kind: 'select', options: VoiceStep.options },
        { name: 'direction', kind: 'select', options: VoiceDirection.options },
        {
          name: 'numbers',
          kind: 'list',
          max: MOST_FIXED_NUMBERS,
          isHidden: ({ direction }) => direction !== 'fixed',
          isRequired: true,
        },
        { name: 'sort', kind: 'integer' },
      ])}
      intro={keptNote}
      begin={{ step: 60, direction: 'any', numbers: [], sort: 10 }}
      toBody={(values) => (values['direction'] === 'fixed' ? values : { ...values, numbers: [] })}
      steps={['edit', specEnablingStep(enableVoiceSpec), 'delete']}
      isDeletable={({ usedBy }) => usedBy === 0}
      hint={words.hint}
    />
  );
}
