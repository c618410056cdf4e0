import { poolFields, poolLabels } from '@cardinal/contract/api/pools/cardPools.ts';
import { listPoolCards, readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
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

const { poolCode, contributed, joinedAt } = listPoolCards.fields;
const words = {
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
        { label: poolCode.label, value: <Named pool={of} /> },
        ...(of.parent ? [{ label: poolLabels.above, value: <Named pool={of.parent} /> }] : []),
        { label: poolFields.cycle.label, value: of.cycle },
        { label: contributed.label, value: of.contributed === null ? null : <Volume bytes={of.contributed} /> },
        { label: poolFields.used.label, value: <Volume bytes={of.used} /> },
        { label: joinedAt.label, value: <TimeText at={of.joinedAt} /> },
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
    <Panel title={t(poolLabels.pool)} asOf={data.asOf}>
      {present ? <Present of={present} /> : null}
      {left.map((each) => (
        <Paragraph key={each.joinedAt} ink="secondary">
          {t(words.left, { at: (each.leftAt ?? '').slice(0, 10), pool: each.name })}
        </Paragraph>
      ))}
    </Panel>
  );
}
