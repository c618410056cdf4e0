import type { previewMenuSet } from '@cardinal/contract/api/identity/menuSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { isBuiltPath } from '../../../shell/screenFiles.ts';
import { LosersList } from './LosersList.tsx';

const words = {
  losing: text('去掉 {n} 个页面？', 'Remove {n} {n|page|pages}?'),
  losers: text(
    '{customers} 个客户、{roles} 个角色、{accounts} 个账号将失去这些页面。角色的授权保留，页面恢复后继续有效。',
    '{customers} {customers|customer|customers}, {roles} {roles|role|roles} and {accounts} {accounts|account|accounts} lose them. Grants are kept and work again once a page is back.',
  ),
  pages: text('页面', 'Pages'),
};

/** Asks before anybody loses a page; asks nothing if nobody does. */
export async function acceptLosses(t: Say, losses: AnswerOf<typeof previewMenuSet>, confirm: Text): Promise<boolean> {
  const { customers, roles, accounts, named } = losses;
  const pages = named.pages.filter(({ key }) => isBuiltPath(key));
  if (pages.length === 0 || customers === 0) return true;
  return confirmFirst({
    title: t(words.losing, { n: countAmount(pages.length) }),
    body: (
      <>
        <p>
          {t(words.losers, {
            customers: countAmount(customers),
            roles: countAmount(roles),
            accounts: countAmount(accounts),
          })}
        </p>
        <LosersList title={t(words.pages)} all={pages.length} named={pages.map((page) => ({ name: t(page) }))} />
        <LosersList title={t(nouns.customers)} all={customers} named={named.customers.map((name) => ({ name }))} />
        <LosersList
          title={t(nouns.roles)}
          all={roles}
          named={named.roles.map(({ name, customerName }) => ({ name, note: customerName }))}
        />
        <LosersList title={t(nouns.accounts)} all={accounts} named={named.accounts.map((name) => ({ name }))} />
      </>
    ),
    confirm: t(confirm),
    isDanger: true,
  });
}
