import {
  allocateChips,
  editChip,
  listChips,
  recoverChips,
  tagChips,
} from '@cardinal/contract/api/esimOperations/chips.ts';
import {
  auditChips,
  deleteFromChips,
  disableOnChips,
  enableOnChips,
  writeChips,
} from '@cardinal/contract/api/esimOperations/operations.ts';
import { bindStrategy, listStrategies } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import type { BulkAction } from '../../kit/bulk/BulkBar.tsx';
import { CountryName } from '../../kit/CountryName.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { type Looks, Nothing } from '../../kit/table/cells.tsx';
import { hrefOf, navigate } from '../../shell/navigation.ts';
import { mayCall } from '../../shell/permissions.ts';
import { type Asked, useAsking } from './_esim/asked.ts';
import { EditChip } from './_esim/ChipForms.tsx';
import { chipPath } from './_esim/chipPath.ts';
import { CUSTOMER } from './_esim/customerFilter.tsx';
import { CHIP_LOOKS, ONLINE_LOOKS, OPERATION_LOOKS } from './_esim/esimLooks.ts';
import { countryFilter } from './_esim/kindFilters.tsx';
import { pastedFilter } from './_esim/pastedFilter.tsx';
import { segmentFilter } from './_esim/segmentFilter.tsx';
import { useChipSteps } from './_esim/useChipSteps.tsx';
import { useStrategyChoices } from './_esim/useStrategyChoices.ts';
import { useTagChoices } from './_esim/useTagChoices.ts';

const words = {
  noNumber: text('没有码号', 'No number'),
  failed: text('操作失败', 'Operation failed'),
  fallback: text('后备运行中', 'On fallback'),
  unit: text('张eSIM卡', 'eSIM {n|card|cards}'),
  enable: text('启用/切换', 'Enable'),
  audit: text('读取芯片', 'Audit'),
  none: text('还没有eSIM卡', 'No eSIM cards yet'),
  noneHint: text(
    '在「eSIM卡导入」中导入芯片厂商交付的清单。',
    'Import the chip manufacturer’s list under “Import eSIM cards”.',
  ),
  operation: text('{kind} · {state}', '{kind} · {state}'),
  progress: text('{kind} {n}% · {state}', '{kind} {n}% · {state}'),
  memory: text('空余', 'free'),
  segment: text('EID 号段', 'EID segment'),
  from: text('起始', 'From'),
  to: text('结束', 'To'),
};
/** Why servers cannot operate chips of this architecture. */
const NO_SERVER = {
  consumer: text(
    '消费级芯片由用户扫码写入和切换',
    'Consumer chips are written and switched by the user with the QR code',
  ),
  m2m: text('尚未接入 M2M（SGP.02）通道', 'No M2M (SGP.02) account connected yet'),
};
type Row = RowOf<typeof listChips>;

const COUNTRY = countryFilter('enabledCountry', listChips.fields.enabledCountry.label);
const TAGS = choiceFilter('tags', nouns.tags, useTagChoices);
const STRATEGY = choiceFilter('strategyId', listChips.fields.strategyName.label, useStrategyChoices);
const EID_SEGMENT = segmentFilter(['eidFrom', 'eidTo'], words.segment, [words.from, words.to]);
const LOOKS: Readonly<Record<string, Looks>> = { state: CHIP_LOOKS, onlineState: ONLINE_LOOKS };

function Operation({ row }: { row: Row }) {
  const t = useText();
  if (row.operationKind === null || row.operationState === null) return <Nothing />;
  return (
    <StatusTag
      {...OPERATION_LOOKS[row.operationState]}
      word={t(row.operationProgress ? words.progress : words.operation, {
        n: row.operationProgress ?? 0,
        kind: EsimOperationKind.labelOf(row.operationKind),
        state: EsimOperationState.labelOf(row.operationState),
      })}
    />
  );
}

export default function EsimCards() {
  const t = useText();
  const asking = useAsking();
  const steps = useChipSteps();
  const [edited, setEdited] = useState<Row>();
  const many = (
    key: string,
    label: Text,
    call: Pick<Endpoint, 'permission'>,
    run: (eids: Asked, done: () => void) => void,
    isDanger = false,
  ): BulkAction => ({
    key,
    label,
    call,
    isDanger,
    onPick: asking(run),
  });
  return (
    <>
      <ListScreen
        list={listChips}
        rowId={(row) => row.eid}
        rowName={(row) => row.eid}
        figures={({ noNumber, failed, fallback }, pick, filters) => [
          {
            key: 'noNumber',
            label: t(words.noNumber),
            value: countAmount(noNumber),
            isActive: filters['noNumber'] === 'true',
            onPick: () => pick({ noNumber: 'true' }),
          },
          {
            key: 'failed',
            label: t(words.failed),
            value: countAmount(failed),
            isActive: String(filters['operationState']) === 'failed,expired',
            onPick: () => pick({ operationState: ['failed', 'expired'] }),
          },
          {
            key: 'fallback',
            label: t(words.fallback),
            value: countAmount(fallback),
            isActive: filters['fallbackActive'] === 'true',
            onPick: () => pick({ fallbackActive: 'true' }),
          },
        ]}
        columns={[
          {
            field: 'eid',
            width: 340,
            pinned: 'left',
            cell: (row) => (
              <Identifier value={row.eid} href={hrefOf(chipPath(row.eid))} onOpen={() => navigate(chipPath(row.eid))} />
            ),
          },
          { field: 'state', width: 120 },
          { field: 'enabledIccid', width: 204 },
          { field: 'operationState', width: 220, cell: (row) => <Operation row={row} /> },
          { field: 'customerName', width: 140 },
          { field: 'architecture', width: 150 },
          { field: 'enabledPlatform', width: 120 },
          {
            field: 'enabledCountry',
            width: 150,
            cell: (row) => (row.enabledCountry === null ? <Nothing /> : <CountryName code={row.enabledCountry} />),
          },
          {
            field: 'numbers',
            width: 130,
            cell: (row) => (
              <>
                {countAmount(row.numbers)}
                {row.memoryFree === null ? null : (
                  <Span as="small" isBlock ink="secondary">
                    {t(words.memory)} <Volume bytes={row.memoryFree} />
                  </Span>
                )}
              </>
            ),
          },
          { field: 'onlineState', width: 100 },
          { field: 'packageName', width: 110 },
          {
            field: 'flowLeft',
            width: 160,
            cell: (row) =>
              row.flowLeft === null ? (
                <Nothing />
              ) : (
                <>
                  <Volume bytes={row.flowLeft} /> {row.usageAt ? <TimeAgo at={row.usageAt} /> : null}
                </>
              ),
          },
          { field: 'imei', width: 170 },
          'lastAuditAt',
          { field: 'tags', width: 160 },
          { field: 'strategyName', width: 140 },
          { field: 'usageAt', isOff: true },
          { field: 'memoryFree', isOff: true },
          { field: 'manufacturer', isOff: true },
          { field: 'productCode', isOff: true },
          { field: 'carrierAccountName', isOff: true },
          { field: 'remark', isOff: true },
          { field: 'createdAt', isOff: true },
        ]}
        filters={[
          pastedFilter('eids', nouns.eid),
          pastedFilter('iccids', nouns.iccid),
          EID_SEGMENT,
          'state',
          'architecture',
          CUSTOMER,
          TAGS,
          'enabledPlatform',
          COUNTRY,
          'operationState',
          ...(mayCall(listStrategies) ? [STRATEGY] : []),
          'onlineState',
          'imei',
          'manufacturer',
          'productCode',
          'remark',
          'createdAt',
        ]}
        filterNames={{ noNumber: words.noNumber, fallbackActive: words.fallback, importBatchId: nouns.importBatch }}
        looks={LOOKS}
        rowActions={(row) => [
          {
            key: 'write',
            label: t(verbs.writeNumber),
            call: writeChips,
            disabled: row.architecture === 'm2m' && t(NO_SERVER.m2m),
            onPick: () => steps.write([row.eid]),
          },
          {
            key: 'enable',
            label: t(words.enable),
            call: enableOnChips,
            disabled: row.architecture !== 'iot' && t(NO_SERVER[row.architecture]),
            onPick: () => steps.enable([row.eid]),
          },
          {
            key: 'audit',
            label: t(words.audit),
            call: auditChips,
            disabled: row.architecture !== 'iot' && t(NO_SERVER[row.architecture]),
            onPick: () => void steps.audit([row.eid]),
          },
          { key: 'tags', label: t(nouns.tags), call: tagChips, onPick: () => steps.tags([row.eid]) },
          { key: 'edit', label: t(nouns.remark), call: editChip, onPick: () => setEdited(row) },
        ]}
        bulk={[
          many('write', verbs.writeNumber, writeChips, steps.write),
          many('enable', words.enable, enableOnChips, steps.enable),
          many('audit', words.audit, auditChips, steps.audit),
          many('tags', nouns.tags, tagChips, steps.tags),
          many('strategy', verbs.bindStrategy, bindStrategy, steps.strategy),
          many('allocate', verbs.allocate, allocateChips, steps.allocate),
          many('recover', verbs.recover, recoverChips, steps.recover),
          many('disable', verbs.disableNumber, disableOnChips, steps.disable, true),
          many('remove', verbs.deleteNumber, deleteFromChips, steps.remove, true),
        ]}
        unit={words.unit}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {edited ? (
        <EditChip
          eid={edited.eid}
          remark={edited.remark}
          version={edited.version}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {steps.dialog}
    </>
  );
}
