import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Field } from '../../kit/Field.tsx';
import { type SignedAnswer, signedGet } from './signedGet.ts';

const words = {
  title: text('测试调用「{name}」', 'Test call with “{name}”'),
  tryIt: text('试调用', 'Test call'),
  appKey: text('应用标识', 'App key'),
  secretHelp: text(
    '只在本页内存中用于签名，不会发送或保存',
    'Used only in this page’s memory for signing; never sent or stored',
  ),
  call: text('发起调用', 'Call'),
  string: text('待签名文本', 'String to sign'),
  signature: text('签名', 'Signature'),
  took: text('{ms} 毫秒', '{ms} ms'),
  failed: text('请求未能发出：{reason}', 'The request could not be sent: {reason}'),
};

/** Calls that change nothing and need no known number. */
const TRIABLE = OPEN_INTERFACES.filter(({ method, path }) => method === 'GET' && !path.includes(':'));

/** A real signed call from the browser, with the signed text for developers to compare. */
export function TestCall(props: {
  /** The key, if it is fixed. */
  appKey?: string;
  name?: string;
  /** The interface selected first. */
  path?: string;
  onClose: () => void;
}) {
  const t = useText();
  const [appKey, setAppKey] = useState(props.appKey ?? '');
  const [secret, setSecret] = useState('');
  const [path, setPath] = useState<string>(props.path ?? TRIABLE[0]?.path ?? '');
  const [answer, setAnswer] = useState<SignedAnswer>();
  const [failure, setFailure] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    setFailure(undefined);
    try {
      setAnswer(await signedGet({ appKey, secret, path }));
    } catch (error) {
      setAnswer(undefined);
      setFailure(t(words.failed, { reason: error instanceof Error ? error.message : String(error) }));
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Sheet
      isOpen
      title={props.name === undefined ? t(words.tryIt) : t(words.title, { name: props.name })}
      width={640}
      onClose={props.onClose}
    >
      <Stack
        as="form"
        gap="l"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {props.appKey === undefined ? (
          <Field id="api-try-key" label={t(words.appKey)} isRequired>
            <Input
              id="api-try-key"
              autoComplete="off"
              value={appKey}
              onChange={(event) => setAppKey(event.target.value.trim())}
            />
          </Field>
        ) : null}
        <Field id="api-try-secret" label={t(nouns.secret)} help={t(words.secretHelp)} isRequired>
          <Input.Password
            id="api-try-secret"
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.target.value.trim())}
          />
        </Field>
        <Field id="api-try-interface" label={t(nouns.interface)}>
          <Select
            id="api-try-interface"
            value={path}
            options={TRIABLE.map((each) => ({ value: each.path, label: `${t(each.summary)}  GET ${each.path}` }))}
            onChange={setPath}
          />
        </Field>
        <Paragraph below="s">
          <Button type="primary" htmlType="submit" disabled={secret === '' || appKey === ''} loading={isRunning}>
            {t(words.call)}
          </Button>
        </Paragraph>
        {failure ? (
          <Span as="p" ink="danger" role="alert">
            {failure}
          </Span>
        ) : null}
        {answer ? (
          <div aria-live="polite">
            <Paragraph below="s">
              <StatusTag
                shape={answer.status < 400 ? 'disc' : 'cross'}
                tone={answer.status < 400 ? 'good' : 'bad'}
                word={String(answer.status)}
                origin={t(words.took, { ms: answer.milliseconds })}
              />
            </Paragraph>
            <Paragraph as="h3" ink="secondary" size="m">
              {t(words.string)}
            </Paragraph>
            <CodeBox>{answer.stringToSign}</CodeBox>
            <Paragraph as="h3" ink="secondary" size="m">
              {t(words.signature)}
            </Paragraph>
            <CodeBox>{answer.signature}</CodeBox>
            <Paragraph as="h3" ink="secondary" size="m">
              {t(nouns.answer)}
            </Paragraph>
            <CodeBox>{answer.body}</CodeBox>
          </div>
        ) : null}
      </Stack>
    </Sheet>
  );
}
