import { enablePeriodSpec, periodSpecs } from '@cardinal/contract/api/packages/specs.ts';
import { AllowanceReset, PeriodBoundary, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { keptNote, specEnablingStep, specForm } from '../../parts/packages/specSteps.ts';

const words = {
  hint: text(
    '套餐从这里选择有效期和用量重置方式。',
    'Packages choose how long they run, and when usage begins anew, from here.',
  ),
};

type Row = RowOf<typeof periodSpecs.list>;

/** The first and the last day, of each cycle day and zone. */
const exampleText = ({ examples }: Row): string =>
  examples
    .map(({ startsAt, endsAt, zone }) => {
      const last = new Date(new Date(endsAt).getTime() - 1);
      return `${dayText(new Date(startsAt), zone)} → ${dayText(last, zone)} ${zone}`;
    })
    .join(' · ');

export default function PeriodicConfig() {
  return (
    <RegisterScreen
      register={periodSpecs}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'count', width: 90 },
        { field: 'unit', width: 110 },
        { field: 'boundary', width: 150 },
        { field: 'reset', width: 130 },
        { field: 'examples', width: 420, cell: (row) => exampleText(row) },
        'usedBy',
        { field: 'sort', width: 90 },
        'isEnabled',
        { field: 'updatedAt', isOff: true },
      ]}
      views={[{ title: nouns.unused, query: 'unused=true' }]}
      rowName={({ name }) => name}
      form={specForm([
        { name: 'name', kind: 'text', maxLength: 30 },
        { name: 'count', kind: 'integer' },
        { name: 'unit', kind: 'select', options: ValidityUnit.options },
        { name: 'boundary', kind: 'select', options: PeriodBoundary.options },
        { name: 'reset', kind: 'select', options: AllowanceReset.options },
        { name: 'sort', kind: 'integer' },
      ])}
      intro={keptNote}
      begin={{ unit: 1, boundary: 3, reset: 1, sort: 10 }}
      steps={['edit', specEnablingStep(enablePeriodSpec), 'delete']}
      isDeletable={({ usedBy }) => usedBy === 0}
      hint={words.hint}
    />
  );
}
