import { readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { Facts } from './Facts.tsx';

const words = {
  title: text('卡池', 'Pool'),
  pool: text('所在卡池', 'In pool'),
  above: text('上级卡池', 'Cut from'),
  cycle: text('账期', 'Cycle'),
  contributed: text('本期贡献', 'Contributed'),
  used: text('本期已用', 'Used'),
  joined: text('加入时间', 'Joined at'),
  left: text('已于 {at} 离开 {pool}', 'Left {pool} on {at}'),
};

type Membership = AnswerOf<typeof readPoolOfCard>['memberships'][number];

const pathOf = (poolCode: string) => `/poolManagement/poolDetail?poolCode=${encodeURIComponent(poolCode)}`;
const Named = ({ pool }: { pool: { readonly poolCode: string; readonly name: string } }) => (
  <Link to={pathOf(pool.poolCode)}>{`${pool.name} · ${pool.poolCode}`}</Link>
);

function Present({ of }: { of: Membership }) {
  return (
    <Facts
      facts={[
        { label: words.pool, value: <Named pool={of} /> },
        ...(of.parent ? [{ label: words.above, value: <Named pool={of.parent} /> }] : []),
        { label: words.cycle, value: of.cycle },
        { label: words.contributed, value: of.contributed === null ? null : <Volume bytes={of.contributed} /> },
        { label: words.used, value: <Volume bytes={of.used} /> },
        { label: words.joined, value: <TimeText at={of.joinedAt} /> },
      ]}
    />
  );
}

/** The pool a card is in and those it left, as far as the viewer sees them; nothing for a card that was in none. */
export default function PoolOfCard({ cardId }: { cardId: string }) {
  const t = useText();
  const { data } = useRead(readPoolOfCard, { cardId });
  if (!data || data.memberships.length === 0) return null;
  const present = data.memberships.find(({ leftAt }) => leftAt === null);
  const left = data.memberships.filter(({ leftAt }) => leftAt !== null).slice(0, 3);
  return (
    <Panel title={t(words.title)} asOf={data.asOf}>
      {present ? <Present of={present} /> : null}
      {left.map((each) => (
        <Paragraph key={each.joinedAt} ink="secondary">
          {t(words.left, { at: (each.leftAt ?? '').slice(0, 10), pool: each.name })}
        </Paragraph>
      ))}
    </Panel>
  );
}
