import {
  listCarrierPushes,
  PushKind,
  PushVerdict,
  readCarrierPushes,
} from '@cardinal/contract/api/carriers/carrierPushes.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Select } from 'antd';
import { useState } from 'react';
import { page } from '../../../http/connection.ts';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { useRead } from '../../../kit/useRead.ts';
import type { CarrierDetail } from './CarrierForms.tsx';
import { spanWords } from './spanWords.ts';

const words = {
  none: text('该运营商的接口没有推送', 'This carrier’s interface has no push'),
  asked: text(
    '它不会主动告知变化：状态由本平台每 {time}查询得知。',
    'It does not report changes. Statuses are queried every {time}.',
  ),
  notAsked: text(
    '它不会主动告知变化，而状态查询周期为 0：变化只在有人查询时得知。',
    'It does not report changes, and its status schedule is 0. Changes are detected only when someone queries.',
  ),
  failed: text('推送设置加载失败', 'Failed to load push settings'),
  doors: text('推送地址', 'Push address'),
  token: text('<通知密钥>', '<notification token>'),
  tokenHint: text(
    '地址中的 {token} 须换成该通道的通知密钥；密钥设置后不再显示，此处与记录中均不含密钥。',
    'Replace {token} with the account’s notification token. The token is not shown after it is set and never appears in records.',
  ),
  proof: text('签名方式', 'Proof'),
  secretSet: text('已设置', 'Set'),
  secretMissing: text('未设置：所有推送都会被拒绝', 'Not set: all pushes are rejected'),
  sender: text('通知方标识', 'Notifier'),
  anySender: text('不校验', 'Not checked'),
  taken: text('已采用', 'Applied'),
  nothingNew: text('重复或过时', 'Nothing new'),
  refused: text('未采用', 'Not accepted'),
  unauthenticated: text('密钥不符', 'Wrong secret'),
  unauthenticatedHelp: text(
    '以不属于任何通道的密钥调用此类接口地址的次数，无从得知应属哪个通道；只计数，不保存内容。',
    'Calls to this interface’s address with a token of no account. The account is unknown; calls are only counted, not stored.',
  ),
  times: text('{n} 次', '{n}'),
  lastAt: text('最近一次', 'Last one'),
  last: text('最近的推送', 'Last pushes'),
  kept: text('采用与未采用的各保留最近 {n} 条', 'The latest {n} accepted and {n} rejected pushes are kept'),
  allKinds: text('全部内容', 'All kinds'),
  allVerdicts: text('全部结果', 'All verdicts'),
  onlyRefused: text('未采用的', 'Not accepted'),
  cards: text('卡', 'Card'),
  noPushes: text('还没有收到推送', 'No pushes yet'),
  noPushesHint: text(
    '将上面的地址交给运营商；收到的推送会显示在这里。',
    'Give the address above to the carrier. Received pushes appear here.',
  ),
};

const LOOKS = {
  verdict: {
    taken: { shape: 'disc', tone: 'good' },
    known: { shape: 'ring', tone: 'neutral' },
    late: { shape: 'ring', tone: 'neutral' },
    unknownCard: { shape: 'cross', tone: 'bad' },
    otherChip: { shape: 'cross', tone: 'bad' },
    notUnderstood: { shape: 'cross', tone: 'bad' },
    wrongSender: { shape: 'cross', tone: 'bad' },
  },
} as const satisfies Record<'verdict', Record<PushVerdict, StatusLook>>;

const LOOK_AGAIN_MS = 10_000;
const REFUSED = 'refused';

const COLUMNS: readonly ColumnSpec<typeof listCarrierPushes>[] = [
  'at',
  { field: 'kind', width: 88 },
  { field: 'verdict', width: 124 },
  { field: 'effect', width: 190 },
  {
    field: 'iccid',
    title: words.cards,
    width: 300,
    cell: ({ iccid, eid }) => {
      const number = iccid ?? eid;
      return number ? <Identifier value={number} /> : <Nothing />;
    },
  },
  'toldAt',
];

type State = AnswerOf<typeof readCarrierPushes>;
type Account = Pick<CarrierDetail, 'id' | 'schedules'>;

/** The carrier's pushes: URL, authentication, received messages and their processing. */
export default function CarrierPushes({ account }: { account: Account }) {
  const t = useText();
  const { data, error, refetch } = useRead(readCarrierPushes, { accountId: account.id }, { every: LOOK_AGAIN_MS });
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} outline="table" />;
  if (data.contract === null) {
    const every = account.schedules.status;
    const hint = every === 0 ? t(words.notAsked) : t(words.asked, { time: t(spanWords(every)) });
    return <EmptyState title={t(words.none)} hint={hint} />;
  }
  return (
    <>
      <Heading>{t(words.doors)}</Heading>
      <Doors contract={data.contract} />
      <Heading>{t(nouns.today)}</Heading>
      <Today state={data} />
      <Heading>{t(words.last)}</Heading>
      <Pushes accountId={account.id} kept={data.kept} />
    </>
  );
}

function Doors({ contract }: { contract: NonNullable<State['contract']> }) {
  const t = useText();
  const token = t(words.token);
  const host = new URL(page.baseAddress(), location.href).origin;
  return (
    <>
      {contract.secretSetAt === null ? (
        <Note tone="danger" below="l" role="status">
          {t(words.secretMissing)}
        </Note>
      ) : null}
      <Stack as="ul" below="s">
        {contract.doors.map(({ what, path, note }) => {
          const address = `${host}${path.replace('{token}', token)}`;
          return (
            <Stack as="li" gap="none" key={path}>
              <span>{t(what)}</span>
              <Box as="code" padding="xs">
                <Inline as="span" justify="between" isOneLine>
                  {address}
                  <CopyButton value={address} label={t(what)} />
                </Inline>
              </Box>
              {note ? <small>{t(note)}</small> : null}
            </Stack>
          );
        })}
      </Stack>
      <Paragraph ink="secondary" below="m">
        {t(words.tokenHint, { token })}
      </Paragraph>
      <FactsList
        facts={[
          { label: words.proof, value: t(contract.proof) },
          {
            label: nouns.secret,
            value:
              contract.secretSetAt === null ? null : (
                <>
                  {t(words.secretSet)} · <TimeText at={contract.secretSetAt} />
                </>
              ),
          },
          { label: words.sender, value: contract.sender ?? t(words.anySender) },
        ]}
      />
    </>
  );
}

function Today({ state }: { state: State }) {
  const t = useText();
  const { taken, nothingNew, refused, unauthenticated, lastUnauthenticatedAt } = state.today;
  const times = (n: number) => t(words.times, { n: countAmount(n) });
  return (
    <>
      <FactsList
        facts={[
          { label: words.taken, value: times(taken) },
          { label: words.nothingNew, value: times(nothingNew) },
          { label: words.refused, value: <Bad n={refused}>{times(refused)}</Bad> },
          {
            label: words.unauthenticated,
            value: (
              <Bad n={unauthenticated}>
                {times(unauthenticated)}
                {lastUnauthenticatedAt ? (
                  <>
                    {' · '}
                    <TimeText at={lastUnauthenticatedAt} />
                  </>
                ) : null}
              </Bad>
            ),
          },
          { label: words.lastAt, value: state.lastAt && <TimeText at={state.lastAt} /> },
        ]}
      />
      {unauthenticated > 0 ? (
        <Paragraph ink="secondary" above="m">
          {t(words.unauthenticatedHelp)}
        </Paragraph>
      ) : null}
    </>
  );
}

const Bad = (props: { n: number; children: React.ReactNode }) => (
  <Span ink={props.n > 0 ? 'danger' : undefined}>{props.children}</Span>
);

function Pushes({ accountId, kept }: { accountId: string; kept: number }) {
  const t = useText();
  const [kind, setKind] = useState<PushKind>();
  const [verdict, setVerdict] = useState<PushVerdict | typeof REFUSED>();
  const filters = {
    accountId: [accountId],
    ...(kind ? { kind: [kind] } : {}),
    ...(verdict === REFUSED ? { refused: true } : verdict ? { verdict: [verdict] } : {}),
  };
  const { fields } = listCarrierPushes;
  return (
    <>
      <Inline below="m">
        <Select
          allowClear
          aria-label={t(fields.kind.label)}
          placeholder={t(words.allKinds)}
          value={kind ?? null}
          options={PushKind.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next) => setKind(next ?? undefined)}
        />
        <Select
          allowClear
          aria-label={t(fields.verdict.label)}
          placeholder={t(words.allVerdicts)}
          value={verdict ?? null}
          options={[
            { value: REFUSED, label: t(words.onlyRefused) },
            ...PushVerdict.options.map((each) => ({ value: each.value, label: t(each.label) })),
          ]}
          onChange={(next) => setVerdict(next ?? undefined)}
        />
        <ExportLink list={listCarrierPushes} query={filters} columns={COLUMNS}>
          {t(verbs.export)}
        </ExportLink>
      </Inline>
      <PagedTable
        list={listCarrierPushes}
        filters={filters}
        columns={COLUMNS}
        looks={LOOKS}
        label={words.last}
        empty={{ title: words.noPushes, hint: words.noPushesHint }}
        failed={words.failed}
        isLive
      />
      <Paragraph ink="secondary" above="m">
        {t(words.kept, { n: countAmount(kept) })}
      </Paragraph>
    </>
  );
}
