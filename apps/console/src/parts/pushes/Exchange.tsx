import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';

const words = {
  headers: text('请求头', 'Headers'),
};

type Header = { readonly name: string; readonly value: string };

/** JSON with its lines apart; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <Paragraph as="h3" ink="secondary" size="m" below="xs">
        {title}
      </Paragraph>
      <CodeBox>{children}</CodeBox>
    </div>
  );
}

/** Our request and their answer; a part that is left out is not shown. */
export function Exchange(props: {
  url?: string;
  headers?: readonly Header[];
  body?: string | undefined;
  answer?: string | null;
}) {
  const t = useText();
  const { url, headers, body, answer } = props;
  const lines = [
    ...(url === undefined ? [] : [`POST ${url}`]),
    ...(headers ?? []).map(({ name, value }) => `${name}: ${value}`),
  ];
  return (
    <Stack gap="m">
      {lines.length > 0 ? <Part title={t(words.headers)}>{lines.join('\n')}</Part> : null}
      {body === undefined ? null : <Part title={t(nouns.body)}>{readable(body)}</Part>}
      {answer === undefined ? null : <Part title={t(nouns.answer)}>{readable(answer || t(nouns.none))}</Part>}
    </Stack>
  );
}
