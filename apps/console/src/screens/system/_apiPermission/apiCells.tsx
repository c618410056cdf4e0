import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';

const WITHHELD = text('上级未授予', 'Not granted by the parent customer');

/** Scopes as chips; those withheld from above are struck through. */
export function Scopes(props: { scopes: readonly OpenScope[]; withheld?: readonly OpenScope[] }) {
  const t = useText();
  const { scopes, withheld = [] } = props;
  if (scopes.length === 0) return <Nothing />;
  const words = (scope: OpenScope) => t(OpenScope.labelOf(scope));
  return (
    <Inline as="span" isWithin gap="xs" isOneLine title={scopes.map(words).join(', ')}>
      {scopes.map((scope) => {
        const isWithheld = withheld.includes(scope);
        return (
          <span
            key={scope}
            className={isWithheld ? 'label-chip struck' : 'label-chip'}
            {...(isWithheld ? { title: t(WITHHELD) } : {})}
          >
            {words(scope)}
          </span>
        );
      })}
    </Inline>
  );
}

const SUMMARIES: ReadonlyMap<string, Text> = new Map(OPEN_INTERFACES.map(({ name, summary }) => [name, summary]));

/** The description of an interface; its name if it no longer exists. */
export function InterfaceName({ name }: { name: string | null }) {
  const t = useText();
  if (name === null) return <Nothing />;
  const summary = SUMMARIES.get(name);
  return <span title={name}>{summary ? t(summary) : name}</span>;
}

/** What a select offers: the interfaces of the catalogue. */
export const INTERFACE_CHOICES = OPEN_INTERFACES.map(({ name, summary }) => ({ value: name, label: summary }));
