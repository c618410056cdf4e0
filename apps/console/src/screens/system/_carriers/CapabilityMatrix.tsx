import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { readCarrierMatrix } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';
import { type CapabilityColumn, capabilityColumns, OPERATION_GROUPS } from './capabilityGroups.ts';
import './capabilityMatrix.css';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  intro: text(
    '取自各通道的接口，能力相同的通道并为一列。● 支持；数字为一次最多的卡数；空白表示接口没有此操作。',
    'Taken from each account’s interface. Accounts with the same capabilities share a column. ● supported; a number is the maximum cards per call; blank means no such operation.',
  ),
  marks: text('◑ 接口待确认　✕ 未接入', '◑ unverified   ✕ not connected'),
  atOnce: text('支持，一次最多 {n} 张', 'Supported, up to {n} {n|card|cards} per call'),
  failed: text('能力一览加载失败', 'Failed to load capabilities'),
};

/** Every operation against every account: what each carrier can and cannot do. */
export default function CapabilityMatrix({ onClose }: { onClose: () => void }) {
  const t = useText();
  const shown = new Set(useShownCarriers().map((carrier) => carrier.value));
  const { data, error, refetch } = useRead(readCarrierMatrix);
  const columns = capabilityColumns((data ?? []).filter(({ platform }) => shown.has(platform)));
  return (
    <Sheet isOpen title={t(readCarrierMatrix.summary)} width={1200} onClose={onClose}>
      {data ? (
        <>
          <Paragraph ink="secondary" below="m">
            {t(words.intro)} <Span ink="warning">{t(words.marks)}</Span>
          </Paragraph>
          <ScrollBox as="section" height="screen" isFramed aria-label={t(readCarrierMatrix.summary)}>
            <table className="capability-matrix">
              <ColumnHeads columns={columns} />
              {OPERATION_GROUPS.map((group) => (
                <GroupRows key={group.title.en} {...group} columns={columns} />
              ))}
              <tbody>
                <tr className="is-total">
                  <th scope="row">{t(nouns.total)}</th>
                  {columns.map((column) => (
                    <td key={column.accountId}>{column.operations.length}</td>
                  ))}
                </tr>
              </tbody>
            </table>
          </ScrollBox>
        </>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}

/** Carriers above, their accounts below. */
function ColumnHeads({ columns }: { columns: readonly CapabilityColumn[] }) {
  const t = useText();
  const carriers = [...Map.groupBy(columns, ({ platform }) => platform)];
  return (
    <>
      <colgroup>
        <col className="capability-name" />
        {columns.map(({ accountId }) => (
          <col key={accountId} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t(nouns.operation)}
          </th>
          {carriers.map(([platform, theirs]) => (
            <th key={platform} scope="colgroup" colSpan={theirs.length} className="is-carrier">
              <CarrierName platform={platform} />
            </th>
          ))}
        </tr>
        <tr>
          {columns.map(({ accountId, names, isConnected, isProven }, at) => (
            <th
              key={accountId}
              scope="col"
              className={columns[at - 1]?.platform === columns[at]?.platform ? undefined : 'is-first'}
            >
              {names.map((name) => (
                <span key={name}>{name}</span>
              ))}
              {isConnected && isProven ? null : (
                <Mark word={t(isConnected ? nouns.unproven : nouns.notConnected)} sign={isConnected ? '◑' : '✕'} />
              )}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

const Mark = ({ word, sign }: { word: string; sign: string }) => (
  <small className="is-warned" title={word}>
    <span aria-hidden="true">{sign}</span>
    <span className="only-heard">{word}</span>
  </small>
);

/** One subject, without operations that no account supports. */
function GroupRows(props: (typeof OPERATION_GROUPS)[number] & { columns: readonly CapabilityColumn[] }) {
  const t = useText();
  const { columns } = props;
  const operations = props.operations.filter((operation) =>
    columns.some((column) => column.operations.includes(operation)),
  );
  if (operations.length === 0) return null;
  return (
    <tbody>
      <tr className="is-group">
        <th scope="rowgroup" colSpan={columns.length + 1}>
          {t(props.title)}
        </th>
      </tr>
      {operations.map((operation) => (
        <tr key={operation}>
          <th scope="row">{t(CarrierOperation.labelOf(operation))}</th>
          {columns.map(({ accountId, platform, batchSizes, operations: offered }, at) => (
            <Cell
              key={accountId}
              can={offered.includes(operation)}
              size={batchSizes[operation] ?? 1}
              isFirst={columns[at - 1]?.platform !== platform}
            />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Cell({ can, size, isFirst }: { can: boolean; size: number; isFirst: boolean }) {
  const t = useText();
  if (!can) {
    return (
      <td className={classNames(isFirst && 'is-first')}>
        <span className="only-heard">{t(nouns.cannot)}</span>
      </td>
    );
  }
  const said = size > 1 ? t(words.atOnce, { n: countAmount(size) }) : t(nouns.can);
  return (
    <td className={classNames('is-able', isFirst && 'is-first')} title={said}>
      <span aria-hidden="true">{size > 1 ? countAmount(size) : '●'}</span>
      <span className="only-heard">{said}</span>
    </td>
  );
}
