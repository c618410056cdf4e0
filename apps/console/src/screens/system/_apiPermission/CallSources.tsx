import { readSinceRotation } from '@cardinal/contract/api/openApi/keys.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('轮换后的调用来源：{name}', 'Calls since the rotation: {name}'),
  rotatedAt: text('轮换时间', 'Rotated at'),
  oldUntil: text('旧密钥有效至', 'Old secret until'),
  address: text('来源 IP', 'Address'),
  withNew: text('新密钥', 'New secret'),
  withOld: text('旧密钥', 'Old secret'),
  lastAt: text('最近调用', 'Last call'),
  never: text('该密钥没有轮换过', 'This key has not been rotated'),
  neverHint: text(
    '轮换后，这里按来源 IP 显示新旧密钥各被调用多少次。',
    'After a rotation, calls with the old and the new secret are shown here by source IP.',
  ),
  none: text('轮换后还没有调用', 'No calls since the rotation'),
  failed: text('调用来源加载失败', 'Failed to load calls'),
};

/** The sources of a key's calls since its secret was changed; those that still use the old one are marked. */
export function CallSources(props: { id: string; name: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readSinceRotation, { id: props.id }, { staleTime: 0 });
  return (
    <Sheet isOpen width={640} title={t(words.title, { name: props.name })} onClose={props.onClose}>
      {!data ? (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      ) : data.rotatedAt === null ? (
        <EmptyState title={t(words.never)} hint={t(words.neverHint)} />
      ) : (
        <>
          <FactsList
            facts={[
              { label: words.rotatedAt, value: <TimeText at={data.rotatedAt} /> },
              { label: words.oldUntil, value: data.oldUntil && <TimeText at={data.oldUntil} /> },
            ]}
          />
          {data.addresses.length === 0 ? (
            <EmptyState title={t(words.none)} />
          ) : (
            <LinesTable heads={[words.address, figures(words.withOld), figures(words.withNew), words.lastAt]}>
              {data.addresses.map((row) => (
                <tr key={row.address}>
                  <th scope="row">{row.address}</th>
                  <FigureCell isBad={row.withOld > 0}>{countAmount(row.withOld)}</FigureCell>
                  <FigureCell>{countAmount(row.withNew)}</FigureCell>
                  <td>
                    <TimeText at={row.lastAt} />
                  </td>
                </tr>
              ))}
            </LinesTable>
          )}
        </>
      )}
    </Sheet>
  );
}
