import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { allocateChips, editChip, tagChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import {
  acceptAudit,
  auditChips,
  deleteFromChips,
  disableOnChips,
  enableOnChips,
  setFallback,
  writeChips,
} from '@cardinal/contract/api/esimOperations/operations.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { EsimArchitecture, EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { DetailTabs } from '../../../kit/DetailTabs.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { Link } from '../../../shell/Link.tsx';
import { navigate } from '../../../shell/navigation.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { usePlace, useSearch } from '../../../shell/screenContext.ts';
import { closeTags, titleTag } from '../../../shell/shellState.ts';
import { EditChip } from './ChipForms.tsx';
import { ChipPicture } from './ChipPicture.tsx';
import { chipPath, internationalChipPath } from './chipPath.ts';
import { CHIP_LOOKS, OPERATION_LOOKS } from './esimLooks.ts';
import { OperationsTab } from './OperationsTab.tsx';
import { PackagesTab } from './PackagesTab.tsx';
import { StrategyTab } from './StrategyTab.tsx';
import { type Chip, useChip } from './useChip.ts';
import { useChipSteps } from './useChipSteps.tsx';
import './esim.css';

/** The parts of a card's own screen are loaded when first opened. */
const ChipCard = lazy(() => import('./ChipCard.tsx'));
const PlacesTab = lazy(() => import('./PlacesTab.tsx'));
const waiting = (part: ReactNode) => <Suspense fallback={<DetailSkeleton />}>{part}</Suspense>;

const words = {
  tabs: text('eSIM卡的各方面', 'eSIM card sections'),
  operations: text('操作', 'Operations'),
  packages: text('套餐与用量', 'Packages and usage'),
  places: text('国家与网络', 'Countries'),
  card: text('当前卡', 'Current card'),
  usage: text('每日用量', 'Daily usage'),
  manufacturer: text('厂商', 'Manufacturer'),
  imei: text('设备 IMEI', 'Device IMEI'),
  memory: text('剩余空间', 'Free memory'),
  account: text('SM-DP+ / eIM', 'SM-DP+ / eIM'),
  strategy: text('写号策略', 'Strategy'),
  bootstrap: text('引导 ICCID', 'Bootstrap ICCID'),
  audited: text('最近读取', 'Last audit'),
  imported: text('入库时间', 'Imported at'),
  write: text('写号', 'Write number'),
  enable: text('启用/切换', 'Enable or switch'),
  audit: text('读取芯片', 'Read the chip'),
  accepted: text('已按芯片清单更新', 'Updated from the chip'),
  noServer: text(
    '消费级芯片由用户扫码写入和切换。',
    'Consumer chips are written and switched by the user with the QR code.',
  ),
  and: text('、', ', '),
  open: text('{kind} · {state}', '{kind} · {state}'),
  list: text('打开eSIM卡列表', 'Open eSIM card list'),
  failed: text('eSIM卡加载失败', 'Failed to load the eSIM card'),
};

/** Whether the chip's report differs from our data. */
const differs = (chip: Chip): boolean =>
  chip.unknownOnChip.length > 0 ||
  (chip.lastAuditAt !== null &&
    chip.slots.some(
      ({ enableState, audited }) =>
        (enableState === 1 && audited !== 'enabled') || (enableState === 0 && audited !== 'disabled'),
    ));

type Refused = Chip['refused'][number];
const NAMES: Readonly<Record<Refused['kind'], Text>> = {
  download: words.write,
  enable: words.enable,
  disable: verbs.disableNumber,
  delete: verbs.deleteNumber,
  audit: words.audit,
  setFallback: verbs.makeFallback,
};
const CALLS: Readonly<Record<Refused['kind'], Pick<Endpoint, 'permission'>>> = {
  download: writeChips,
  enable: enableOnChips,
  disable: disableOnChips,
  delete: deleteFromChips,
  audit: auditChips,
  setFallback,
};

function Actions({ chip, onEdit }: { chip: Chip; onEdit: () => void }) {
  const t = useText();
  const steps = useChipSteps();
  const accept = useChange(acceptAudit, { done: t(words.accepted) });
  const eids = [chip.eid];
  const refusedFor = (kind: Refused['kind']) => chip.refused.find((each) => each.kind === kind);
  const button = (
    label: Text,
    endpoint: Pick<Endpoint, 'permission'>,
    run: () => void,
    { kind, isDanger = false }: { kind?: Refused['kind']; isDanger?: boolean } = {},
  ) => (
    <CallButton
      call={endpoint}
      danger={isDanger}
      disabled={kind !== undefined && refusedFor(kind) !== undefined}
      onClick={run}
    >
      {t(label)}
    </CallButton>
  );
  // Unavailable actions are listed beside the available ones, grouped by their reason.
  const reasons = Map.groupBy(
    chip.refused.filter(({ kind }) => mayCall(CALLS[kind])),
    ({ words: why }) => why,
  );
  return (
    <>
      <Inline>
        {button(words.write, writeChips, () => steps.write(eids), { kind: 'download' })}
        {button(words.enable, enableOnChips, () => steps.enable(eids), { kind: 'enable' })}
        {button(words.audit, auditChips, () => void steps.audit(eids), { kind: 'audit' })}
        {differs(chip)
          ? button(acceptAudit.summary, acceptAudit, () => void accept.run({ body: { eid: chip.eid } }))
          : null}
        {button(verbs.disableNumber, disableOnChips, () => void steps.disable(eids), {
          kind: 'disable',
          isDanger: true,
        })}
        {button(verbs.deleteNumber, deleteFromChips, () => steps.remove(eids), { kind: 'delete', isDanger: true })}
        {button(verbs.allocate, allocateChips, () => steps.allocate(eids))}
        {button(nouns.tags, tagChips, () => steps.tags(eids))}
        {button(verbs.editRemark, editChip, onEdit)}
      </Inline>
      {reasons.size > 0 ? (
        <Stack as="ul" gap="none" above="s" ink="secondary" size="s">
          {[...reasons].map(([why, of]) => (
            <li key={why}>
              <Span as="b" ink="ink" weight="medium">
                {of.map(({ kind }) => t(NAMES[kind])).join(t(words.and))}
              </Span>
              <span>{why}</span>
            </li>
          ))}
          {chip.architecture === 'consumer' ? <li>{t(words.noServer)}</li> : null}
        </Stack>
      ) : null}
      {steps.dialog}
    </>
  );
}

function Opened({ chip }: { chip: Chip }) {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const { openOperation: open } = chip;
  const enabled = chip.slots.find(({ enableState }) => enableState === EsimEnableState.values.enabled)?.iccid;
  const facts = [
    { label: nouns.customer, value: chip.customerName },
    { label: words.imei, value: chip.imei && <Identifier value={chip.imei} /> },
    { label: words.audited, value: chip.lastAuditAt && <TimeText at={chip.lastAuditAt} /> },
    { label: words.memory, value: chip.memoryFree && <Volume bytes={chip.memoryFree} /> },
    { label: words.manufacturer, value: chip.manufacturer },
    { label: nouns.product, value: chip.productCode },
    ...(chip.carrierAccountName === null ? [] : [{ label: words.account, value: chip.carrierAccountName }]),
    { label: words.strategy, value: chip.strategy?.name },
    ...(chip.bootstrapIccid === null
      ? []
      : [{ label: words.bootstrap, value: <Identifier value={chip.bootstrapIccid} /> }]),
    { label: words.imported, value: <TimeText at={chip.createdAt} /> },
    { label: nouns.tags, value: chip.tags.length === 0 ? null : chip.tags.map(({ name }) => name).join(' · ') },
    { label: nouns.remark, value: chip.remark },
  ];
  return (
    <>
      <Stack as="header" gap="s" below="l">
        <Inline gap="l">
          <h1>
            <Identifier value={chip.eid} />
          </h1>
          <StatusTag {...(CHIP_LOOKS[chip.state] ?? { shape: 'ring', tone: 'neutral' })} word={chip.stateText} />
          <span>{t(EsimArchitecture.labelOf(chip.architecture))}</span>
          {open ? (
            <StatusTag
              {...OPERATION_LOOKS[open.state]}
              word={t(words.open, {
                kind: EsimOperationKind.labelOf(open.kind),
                state: EsimOperationState.labelOf(open.state),
              })}
            />
          ) : null}
        </Inline>
        <Actions chip={chip} onEdit={() => setIsEditing(true)} />
      </Stack>
      <Columns side="l" below="xl">
        <Box>
          <FactsList facts={facts} />
        </Box>
        <ChipPicture chip={chip} />
      </Columns>
      <DetailTabs
        label={t(words.tabs)}
        tabs={[
          { key: 'operations', title: t(words.operations), content: () => <OperationsTab chip={chip} /> },
          {
            key: 'places',
            title: t(words.places),
            content: () => waiting(<PlacesTab chip={chip} />),
          },
          ...(mayCall(readCard)
            ? [
                {
                  key: 'card',
                  title: t(words.card),
                  content: () => waiting(<ChipCard iccid={enabled} part="overview" />),
                },
              ]
            : []),
          { key: 'packages', title: t(words.packages), content: () => <PackagesTab chip={chip} /> },
          {
            key: 'strategy',
            title: t(nouns.strategy),
            content: () => <StrategyTab eid={chip.eid} hasNumber={chip.enabledNumberId !== null} />,
          },
          ...(mayCall(readCard) && mayCall(readDailyUsage)
            ? [
                {
                  key: 'usage',
                  title: t(words.usage),
                  content: () => waiting(<ChipCard iccid={enabled} part="usage" />),
                },
              ]
            : []),
          ...(mayCall(readCard) && mayCall(listCardEvents)
            ? [
                {
                  key: 'history',
                  title: t(nouns.history),
                  content: () => waiting(<ChipCard iccid={enabled} part="history" />),
                },
              ]
            : []),
        ]}
      />
      {isEditing ? (
        <EditChip eid={chip.eid} remark={chip.remark} version={chip.version} onClose={() => setIsEditing(false)} />
      ) : null}
    </>
  );
}

/** Everything about one chip; domestic and international chips are redirected to their own address. */
export function ChipDetail({ eid, isInternational }: { eid: string; isInternational: boolean }) {
  const t = useText();
  const { path, match } = usePlace();
  const [search] = useSearch();
  const tab = search.get('tab');
  const { data, error, refetch } = useChip(eid);
  const belongs = data === undefined || data.isInternational === isInternational;
  useLayoutEffect(() => titleTag(path, data ? `…${data.eid.slice(-8)}` : undefined), [path, data]);
  useLayoutEffect(() => {
    if (belongs) return;
    const own = isInternational ? chipPath(eid) : internationalChipPath(eid);
    navigate(tab === null ? own : `${own}?tab=${encodeURIComponent(tab)}`, { replace: true });
    // The tag of the wrong address is closed.
    closeTags(own, (tag) => tag.path === path);
  }, [belongs, isInternational, eid, path, tab]);

  if (data && belongs) return <Opened key={data.eid} chip={data} />;
  return (
    <>
      <h1>{t(match.route.title)}</h1>
      <NotLoaded failed={words.failed} error={error} onRetry={refetch} asked={eid}>
        <Link to="/esimManagement/esimCardList">{t(words.list)}</Link>
      </NotLoaded>
    </>
  );
}
