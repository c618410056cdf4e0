import type { previewMenuSet } from '@cardinal/contract/api/menuSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import { confirmFirst } from '../../../shell/questions.ts';

const words = {
  losing: text('去掉 {n} 个页面？', 'Take {n} {n|page|pages} away?'),
  losers: text(
    '{customers} 个客户、{roles} 个角色、{accounts} 个账号将失去这些页面。角色的授权保留，页面恢复后继续有效。',
    '{customers} {customers|customer|customers}, {roles} {roles|role|roles} and {accounts} {accounts|account|accounts} lose them. Grants are kept and work again once a page is back.',
  ),
};

/** Asks before anybody loses a page; whoever loses nothing is not asked about. */
export async function acceptLosses(t: Say, losses: AnswerOf<typeof previewMenuSet>, confirm: Text): Promise<boolean> {
  const { pages, customers, roles, accounts } = losses;
  if (pages === 0 || customers === 0) return true;
  return confirmFirst({
    title: t(words.losing, { n: countAmount(pages) }),
    body: (
      <p>
        {t(words.losers, {
          customers: countAmount(customers),
          roles: countAmount(roles),
          accounts: countAmount(accounts),
        })}
      </p>
    ),
    confirm: t(confirm),
    isDanger: true,
  });
}
