import { IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { identifierListRule } from '@cardinal/primitives/identifierList.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { NumbersNotFound } from '../../../parts/cards/NumbersNotFound.tsx';
import { Link } from '../../../shell/Link.tsx';

const words = {
  meant: text('是否指 ', 'Did you mean '),
};

const { any: ANY } = IdentifierType.values;
const isNumber = (item: string) => identifierListRule(ANY)(item) === undefined;

type Suggestion = { readonly asked: string; readonly iccid: string };

/** What was not found; ICCIDs with a wrong check digit are marked. Names are not in the sheet of numbers. */
export function NotFound(props: { items: readonly string[]; suggestions: readonly Suggestion[] }) {
  const t = useText();
  const { items } = props;
  const meant = Map.groupBy(props.suggestions, ({ asked }) => asked);
  return (
    <section aria-label={t(nouns.notFound)}>
      <NumbersNotFound
        numbers={items}
        asked={{ identifierType: ANY, identifiers: items.filter(isNumber).join(',') }}
        heading={
          <h2>
            {t(nouns.notFound)} <small>{countAmount(items.length)}</small>
          </h2>
        }
        beside={(item) =>
          meant.get(item)?.map(({ iccid }) => (
            <small key={iccid}>
              {t(words.meant)}
              <Link to={`/cardsManagement/globalSearchResult?q=${encodeURIComponent(iccid)}`}>
                <code>{iccid}</code>
              </Link>
            </small>
          ))
        }
      />
    </section>
  );
}
