import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import type { ReactNode } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';

const words = {
  none: text('请先在公众号管理接入公众号', 'Connect a public account first'),
};

type AccountRule = { readonly accountId: string; readonly accountName: string; readonly isOwn: boolean };

/** One rule of each public account in a line, with a door to change those of one's own; `children` is the form of the one chosen. */
export function AccountRules<R extends AccountRule>(props: {
  title: Text;
  note: Text;
  state: {
    readonly data: { readonly rules: readonly R[] } | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  said: (rule: R) => string;
  call: Endpoint;
  onEdit: (accountId: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const { data, error, refetch } = props.state;
  return (
    <>
      <Sheet isOpen title={t(props.title)} width={560} onClose={props.onClose}>
        {data ? (
          <Stack>
            <Paragraph ink="secondary">{t(props.note)}</Paragraph>
            {data.rules.length === 0 ? <Note>{t(words.none)}</Note> : null}
            {data.rules.map((rule) => (
              <Inline key={rule.accountId}>
                <Stack gap="none">
                  <span>{rule.accountName}</span>
                  <Span ink="secondary">{props.said(rule)}</Span>
                </Stack>
                <Spacer />
                {rule.isOwn ? (
                  <CallButton call={props.call} onClick={() => props.onEdit(rule.accountId)}>
                    {t(verbs.edit)}
                  </CallButton>
                ) : null}
              </Inline>
            ))}
          </Stack>
        ) : (
          <NotLoaded error={error} onRetry={refetch} />
        )}
      </Sheet>
      {props.children}
    </>
  );
}
