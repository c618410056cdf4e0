import { listFirings } from '@cardinal/contract/api/operationStrategies/firings.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { LinesTable } from '../../kit/LinesTable.tsx';

export const VERSIONS = text('版本', 'Versions');
const words = {
  changed: text('变更', 'Changes'),
  first: text('首个版本', 'First version'),
  by: text('{name}，', '{name}, '),
};

type Version = {
  readonly revision: number;
  readonly sentence: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly differences: readonly { readonly field: string; readonly before: string; readonly after: string }[];
};

/** The versions of a strategy or rule, each with what differs from the one before. */
export function VersionLines({ versions }: { versions: readonly Version[] }) {
  const t = useText();
  return (
    <LinesTable heads={[listFirings.fields.revision.label, words.changed]}>
      {versions.map(({ revision, createdAt, createdBy, sentence, differences }) => (
        <tr key={revision}>
          <td>
            {revision}
            <Span ink="secondary" size="s" isBlock>
              {createdBy === null ? null : t(words.by, { name: createdBy })}
              <TimeText at={createdAt} />
            </Span>
          </td>
          <td>
            {differences.length === 0 ? (
              <Stack gap="xs">
                <Span ink="secondary">{t(words.first)}</Span>
                <span>{sentence}</span>
              </Stack>
            ) : (
              <Stack gap="s">
                {differences.map(({ field, before, after }) => (
                  <Stack gap="none" key={field}>
                    <Span weight="strong">{field}</Span>
                    <del>{before}</del>
                    <ins>{after}</ins>
                  </Stack>
                ))}
              </Stack>
            )}
          </td>
        </tr>
      ))}
    </LinesTable>
  );
}
