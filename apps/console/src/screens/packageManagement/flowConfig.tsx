import { enableFlowSpec, flowSpecs } from '@cardinal/contract/api/packages/specs.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { FlowDirection, FlowUnit } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { defaultCell } from '../../kit/table/cells.tsx';
import { keptNote, specEnablingStep, specForm } from '../../parts/packages/specSteps.ts';

const words = {
  hint: text('套餐从这里选择流量，例如 1 GB。', 'Packages choose their data from here, such as 1 GB.'),
  all: text('不选表示全部运营商', 'None chosen: all carriers'),
};

function CarriersCell({ row }: { row: RowOf<typeof flowSpecs.list> }) {
  const t = useText();
  return row.platforms.length === 0 ? t(nouns.all) : defaultCell(flowSpecs.list.fields.platforms, row.platforms);
}

export default function FlowConfig() {
  return (
    <RegisterScreen
      register={flowSpecs}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'bytes', width: 120 },
        'direction',
        { field: 'platforms', width: 220, cell: (row) => <CarriersCell row={row} /> },
        'usedBy',
        { field: 'sort', width: 90 },
        'isEnabled',
        'updatedAt',
      ]}
      views={[{ title: nouns.unused, query: 'unused=true' }]}
      rowName={({ name }) => name}
      form={specForm([
        { name: 'name', kind: 'text', maxLength: 30 },
        { name: 'unit', kind: 'select', options: FlowUnit.options },
        { name: 'value', kind: 'decimal', isHidden: ({ unit }) => unit === 'unlimited', isRequired: true },
        { name: 'direction', kind: 'select', options: FlowDirection.options },
        { name: 'platforms', kind: 'multiple', options: Platform.options, help: words.all },
        { name: 'sort', kind: 'integer' },
      ])}
      intro={keptNote}
      begin={{ unit: 'GB', direction: 'general', platforms: [], sort: 10 }}
      steps={['edit', specEnablingStep(enableFlowSpec), 'delete']}
      isDeletable={({ usedBy }) => usedBy === 0}
      hint={words.hint}
    />
  );
}
