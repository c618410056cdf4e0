import { listOperations, verifyOperations } from '@cardinal/contract/api/audit.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Can } from '../../shell/Can.tsx';
import { toast } from '../../shell/toasts.ts';
import { Difference } from './_logs/Difference.tsx';

const words = {
  verify: text('校验日志链', 'Verify the chain'),
  whole: text(
    '校验通过：{n} 条连续且未被改动，{waiting} 条等待封存',
    'Whole: {n} rows in order and unchanged, {waiting} not sealed yet',
  ),
  broken: text('第 {seq} 号不符：{problem}', 'Number {seq} does not fit: {problem}'),
  detail: text('详情', 'Details'),
  title: text('操作详情', 'Operation'),
  none: text('还没有操作记录', 'No operations yet'),
  noneHint: text('每次修改和每次被拒绝的操作都会记录在这里。', 'Every change and every refused attempt is kept here.'),
};

type Row = RowOf<typeof listOperations>;
const LOOKS = {
  result: { done: { shape: 'disc', tone: 'good' }, refused: { shape: 'cross', tone: 'bad' } },
} as const;
const FACTS = [
  'actorName',
  'customerName',
  'objectKind',
  'objectId',
  'summary',
  'endpoint',
  'permission',
  'address',
  'requestId',
  'taskId',
] as const;

export default function OperationLog() {
  const t = useText();
  const [shown, setShown] = useState<Row>();
  const [isVerifying, setIsVerifying] = useState(false);

  const verify = async () => {
    setIsVerifying(true);
    try {
      const found = await call(verifyOperations);
      if (found.isWhole) toast.success(t(words.whole, { n: countAmount(found.checked), waiting: found.unsealed }));
      else toast.error(t(words.broken, { seq: found.brokenAt ?? '', problem: found.problem ?? '' }));
    } finally {
      setIsVerifying(false);
    }
  };

  return (
    <>
      <ListScreen
        list={listOperations}
        columns={[
          { field: 'at', pinned: 'left' },
          'operationType',
          'result',
          'actorName',
          'customerName',
          'objectKind',
          'objectId',
          { field: 'summary', width: 260 },
          'address',
          { field: 'requestId', isOff: true },
          { field: 'endpoint', isOff: true },
          { field: 'permission', isOff: true },
        ]}
        filters={[
          'operationType',
          { field: 'at' },
          'actorName',
          'result',
          'objectKind',
          'objectId',
          'address',
          'requestId',
          'taskId',
        ]}
        looks={LOOKS}
        rowActions={(row) => [{ key: 'detail', label: t(words.detail), onPick: () => setShown(row) }]}
        actionsWidth={90}
        actions={
          <Can call={verifyOperations}>
            <Button loading={isVerifying} onClick={() => void verify()}>
              {t(words.verify)}
            </Button>
          </Can>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.title)} width={640} onClose={() => setShown(undefined)}>
        {shown ? <Detail row={shown} /> : null}
      </Sheet>
    </>
  );
}

function Detail({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <dl className="facts-list">
        <dt>{t(listOperations.fields.at.label)}</dt>
        <dd>
          <TimeText at={row.at} />
        </dd>
        {FACTS.filter((name) => row[name] !== null && row[name] !== '').map((name) => (
          <FactLine key={name} label={t(listOperations.fields[name].label)} value={String(row[name])} />
        ))}
      </dl>
      <Difference before={row.before} after={row.after} />
    </>
  );
}

function FactLine(props: { label: string; value: string }) {
  return (
    <>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </>
  );
}
