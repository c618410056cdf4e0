import type { readCardPool, readSubPool } from '@cardinal/contract/api/pools/cardPools.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { type ReactNode, useLayoutEffect } from 'react';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Link } from '../../../shell/Link.tsx';
import { usePlace, useSearch } from '../../../shell/screenContext.ts';
import { titleTag } from '../../../shell/shellState.ts';
import { poolWords } from './poolWords.ts';

const words = {
  which: text('要看哪个卡池？', 'Which pool?'),
  whichHint: text('从月套餐卡池中选择。', 'Choose it in the list of pools.'),
};

/** The pool that the address names by its code. */
export function PoolScreen<E extends typeof readCardPool | typeof readSubPool>(props: {
  read: E;
  /** What the list of pools is called. */
  list: Text;
  children: (pool: AnswerOf<E>) => ReactNode;
}) {
  const t = useText();
  const { path, match } = usePlace();
  const [search] = useSearch();
  const poolCode = search.get('poolCode')?.trim() ?? '';
  const { data, error, refetch } = useRead<E>(props.read, (poolCode !== '' && { poolCode }) as never, {
    every: 60_000,
  });
  const name = (data as { name: string } | undefined)?.name;
  useLayoutEffect(() => titleTag(path, name), [path, name]);
  if (data) return props.children(data);
  const title = <h1>{t(match.route.title)}</h1>;
  if (poolCode === '')
    return (
      <>
        {title}
        <EmptyState
          title={t(words.which)}
          hint={t(words.whichHint)}
          action={<Link to="/poolManagement/monthPackagePool">{t(props.list)}</Link>}
        />
      </>
    );
  if (!error) return <DetailSkeleton />;
  return (
    <>
      {title}
      <NotLoaded failed={poolWords.failed} error={error} onRetry={refetch} asked={poolCode} />
    </>
  );
}
