import {
  enableLimitStrategy,
  limitSpeeds,
  limitStrategies,
  simulateLimitStrategy,
} from '@cardinal/contract/api/control/limitStrategies.ts';
import { monthsText, stepText, tierGroups } from '@cardinal/contract/api/control/limitTiers.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { LimitReset } from '@cardinal/contract/enumerations/control.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense } from 'react';
import type { FormFields, Values } from '../../kit/form/formFields.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { copyingStep, enablingStep } from '../../kit/register/sharedSteps.ts';
import { useRead } from '../../kit/useRead.ts';
import { Staircase } from '../../parts/control/Staircase.tsx';
import { draftsOf, type GroupDraft, NEW_GROUP, tiersTyped } from './_limits/tierDrafts.ts';

const TiersEditor = lazy(() => import('./_limits/TiersEditor.tsx'));
const SimulateLimit = lazy(() => import('./_limits/SimulateLimit.tsx'));

const words = {
  hint: text(
    '写下用量达到多少后限到多少速率，供套餐和卡选用。',
    'Write down from which usage on which speed applies, for packages and cards to choose.',
  ),
  carriers: text('只列出通道支持限速的运营商', 'Carriers whose accounts can limit speeds'),
  isOff: text('已停用，不能再选用', 'Disabled; it can no longer be chosen'),
  inUse: text('正在使用：{where}', 'In use by {where}'),
  missing: text('通道不支持 {speeds} kbps', 'Not offered: {speeds} kbps'),
};
type Row = RowOf<typeof limitStrategies.list>;

function TiersCell({ row }: { row: Row }) {
  const t = useText();
  return (
    <Stack gap="xs">
      {tierGroups(row.tiers).map(({ months, tiers }) => (
        <Tracks key={months.join()} columns="96px auto" align="center" gap="m">
          <Staircase tiers={tiers} of={row.tiers} width={96} height={24} />
          <Span size="s">
            {months.length > 0 ? `${t(monthsText(months))} · ` : ''}
            {tiers.map(stepText).join(' · ')}
          </Span>
        </Tracks>
      ))}
      {row.missingSpeeds.length > 0 ? (
        <Span ink="danger" size="s">
          {t(words.missing, { speeds: row.missingSpeeds.join(' / ') })}
        </Span>
      ) : null}
    </Stack>
  );
}

function useLimitForm(row: Row | undefined): FormFields {
  const { data: offered = [] } = useRead(limitSpeeds);
  const can = new Map(offered.map(({ platform, speeds }) => [platform, speeds]));
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    {
      name: 'platform',
      kind: 'select',
      options: Platform.options.filter(({ value }) => can.has(value)),
      help: words.carriers,
    },
    { name: 'type', kind: 'select', options: SpeedLimitType.options },
    {
      name: 'tiers',
      kind: 'own',
      isRequired: true,
      control: (own) => (
        <Suspense>
          <TiersEditor own={own} speeds={can.get(row?.platform ?? (own.values['platform'] as Platform)) ?? []} />
        </Suspense>
      ),
    },
    { name: 'reset', kind: 'select', options: LimitReset.options },
  ];
}

const toBody = ({ tiers, ...rest }: Values) => ({
  ...rest,
  tiers: tiersTyped(rest['type'], tiers as readonly GroupDraft[]),
});

export default function LimitStrategy() {
  const t = useText();
  return (
    <RegisterScreen
      register={limitStrategies}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'platform', width: 120 },
        { field: 'tiers', width: 420, cell: (row) => <TiersCell row={row} /> },
        { field: 'type', width: 130 },
        { field: 'reset', width: 130 },
        { field: 'isEnabled', width: 90 },
        { field: 'customerName', width: 140 },
        { field: 'usedIn', width: 200, isOff: true },
        { field: 'rule', width: 300, isOff: true },
        'updatedAt',
      ]}
      rowName={({ name }) => name}
      form={useLimitForm}
      width={600}
      begin={{ type: 1, reset: 'cycle', tiers: [NEW_GROUP] }}
      values={({ tiers }) => ({ tiers: draftsOf(tiers) })}
      toBody={toBody}
      steps={[
        'edit',
        {
          key: 'try',
          label: verbs.try,
          call: simulateLimitStrategy,
          opens: (row, onClose) => <SimulateLimit strategy={row} onClose={onClose} />,
        },
        copyingStep(t, ({ platform, type, tiers, reset }: Row) => ({ platform, type, reset, tiers: draftsOf(tiers) })),
        enablingStep(
          enableLimitStrategy,
          words.isOff,
          ({ usedIn }: Row) => usedIn !== null && t(words.inUse, { where: usedIn }),
        ),
        'delete',
      ]}
      isDeletable={({ usedIn }) => usedIn === null}
      hint={words.hint}
    />
  );
}
