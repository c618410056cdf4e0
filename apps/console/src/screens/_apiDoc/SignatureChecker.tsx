import { stringToSign } from '@cardinal/contract/api/openApi/signature.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Field } from '../../kit/Field.tsx';
import { LinesTable } from '../../kit/LinesTable.tsx';
import { hmacOf, sha256Of } from '../../parts/openApi/signedGet.ts';
import { type Difference, differencesOf } from './signatureDifferences.ts';

const words = {
  title: text('签名校验', 'Signature checker'),
  intro: text(
    '填入您发送的内容和您算出的待签名文本，逐行对比。内容只在本页内存中，不会发送。',
    'Enter what you sent and the string you signed to compare them line by line. Nothing leaves this page.',
  ),
  method: text('方法', 'Method'),
  path: nouns.path,
  query: text('查询串', 'Query'),
  timestamp: text('X-Timestamp', 'X-Timestamp'),
  nonce: text('X-Nonce', 'X-Nonce'),
  body: nouns.body,
  signed: text('您的待签名文本', 'Your string to sign'),
  secret: text('密钥（可选）', 'Secret (optional)'),
  signature: text('您的签名（可选）', 'Your signature (optional)'),
  check: verbs.check,
  same: text('待签名文本一致', 'Strings to sign match'),
  signatureSame: text('签名一致', 'Signatures match'),
  signatureDiffers: text('签名不同，应为 {wanted}', 'Signatures differ; expected {wanted}'),
  part: text('部分', 'Part'),
  wanted: text('应为', 'Should be'),
  found: text('您的', 'Yours'),
};

const PARTS = {
  method: text('方法不同', 'method differs'),
  path: text('路径不同', 'path differs'),
  query: text('查询串不同', 'query differs'),
  timestamp: text('时间戳不同', 'timestamp differs'),
  nonce: text('随机串不同', 'nonce differs'),
  body: text('请求体哈希不同', 'body hash differs'),
  more: text('多出的行', 'extra line'),
} as const;

const EMPTY = {
  method: 'GET',
  path: '',
  query: '',
  timestamp: '',
  nonce: '',
  body: '',
  signed: '',
  secret: '',
  signature: '',
};
type Given = typeof EMPTY;
type Found = { readonly differences: readonly Difference[]; readonly wantedSignature: string | undefined };

async function check(given: Given): Promise<Found> {
  const bodyHash = await sha256Of(given.body);
  const wanted = stringToSign({ ...given, query: given.query.replace(/^\?/, ''), bodyHash });
  return {
    differences: differencesOf(wanted, given.signed),
    wantedSignature: given.secret && given.signature ? await hmacOf(given.secret, wanted) : undefined,
  };
}

/** Finds which part of a signed text differs from what the server computes for the same call. */
export default function SignatureChecker() {
  const t = useText();
  const [given, setGiven] = useState(EMPTY);
  const [found, setFound] = useState<Found>();
  const field = (name: keyof Given, isLong = false) => {
    const id = `check-${name}`;
    const control = {
      id,
      value: given[name],
      autoComplete: 'off',
      onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
    };
    return (
      <Field id={id} label={t(words[name])}>
        {name === 'secret' ? (
          <Input.Password {...control} />
        ) : isLong ? (
          <Input.TextArea {...control} rows={name === 'signed' ? 6 : 2} />
        ) : (
          <Input {...control} />
        )}
      </Field>
    );
  };
  return (
    <Stack
      as="form"
      above="l"
      onSubmit={(event) => {
        event.preventDefault();
        void check(given).then(setFound);
      }}
    >
      <h2>{t(words.title)}</h2>
      <Paragraph ink="secondary" below="m">
        {t(words.intro)}
      </Paragraph>
      <Grid columns={2}>
        {field('method')}
        {field('path')}
        {field('query')}
        {field('timestamp')}
        {field('nonce')}
        {field('secret')}
        {field('body', true)}
        {field('signed', true)}
        {field('signature')}
      </Grid>
      <Button htmlType="submit" type="primary" disabled={given.path === '' || given.signed === ''}>
        {t(words.check)}
      </Button>
      {found ? <Outcome found={found} signature={given.signature} /> : null}
    </Stack>
  );
}

function Outcome({ found, signature }: { found: Found; signature: string }) {
  const t = useText();
  const { differences, wantedSignature } = found;
  return (
    <div role="status">
      {differences.length === 0 ? (
        <Span as="p" ink="success">
          {t(words.same)}
        </Span>
      ) : (
        <LinesTable heads={[words.part, words.wanted, words.found]}>
          {differences.map(({ part, wanted, found: theirs }) => (
            <tr key={part}>
              <Span as="td" ink="danger">
                {t(PARTS[part])}
              </Span>
              <td>
                <code>{wanted}</code>
              </td>
              <td>
                <code>{theirs}</code>
              </td>
            </tr>
          ))}
        </LinesTable>
      )}
      {wantedSignature === undefined ? null : wantedSignature === signature.trim() ? (
        <Span as="p" ink="success">
          {t(words.signatureSame)}
        </Span>
      ) : (
        <Span as="p" ink="danger">
          {t(words.signatureDiffers, { wanted: wantedSignature })}
        </Span>
      )}
    </div>
  );
}
