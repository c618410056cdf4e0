import { testProvider } from '@cardinal/contract/api/singleSignOn/providers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import type { Values } from '../../../kit/form/formFields.ts';

const words = {
  incomplete: text('请先填写颁发者、客户端编号和控制台地址', 'Fill in issuer, client id and console address first'),
  discovery: text('发现文档', 'Discovery'),
  keys: text('签名公钥', 'Signing keys'),
  client: text('客户端', 'Client'),
};

type Steps = AnswerOf<typeof testProvider>['steps'];

/** Tries what the form contains now, saved or not, and shows how far it comes. */
export function ConnectionTest(props: { id: string | undefined; customerId: string | undefined; values: Values }) {
  const { id, customerId, values } = props;
  const t = useText();
  const trying = useChange(testProvider);
  const [steps, setSteps] = useState<Steps>();
  const [isIncomplete, setIsIncomplete] = useState(false);
  const run = async () => {
    const body = testProvider.body.safeParse({
      ...(id ? { id } : {}),
      ...(customerId ? { customerId } : {}),
      issuer: values['issuer'],
      clientId: values['clientId'],
      scopes: values['scopes'],
      consoleOrigin: values['consoleOrigin'],
      ...(values['clientSecret'] ? { clientSecret: values['clientSecret'] } : {}),
    });
    setIsIncomplete(!body.success);
    setSteps(undefined);
    if (body.success) setSteps((await trying.run({ body: body.data }))?.steps);
  };
  return (
    <Stack gap="s" align="start">
      <Button loading={trying.isRunning} onClick={() => void run()}>
        {t(verbs.testConnection)}
      </Button>
      {isIncomplete ? (
        <small className="field-error" role="alert">
          {t(words.incomplete)}
        </small>
      ) : null}
      <Stack gap="s" align="start">
        {steps?.map(({ step, isFine, problem, detail }) => (
          <div key={step} role="status">
            <StatusTag shape={isFine ? 'disc' : 'cross'} tone={isFine ? 'good' : 'bad'} word={t(words[step])} />{' '}
            <Span ink={isFine ? 'secondary' : 'danger'}>{isFine ? detail : problem}</Span>
            {!isFine && detail ? (
              <Span ink="secondary" isBlock isMono>
                {detail}
              </Span>
            ) : null}
          </div>
        ))}
      </Stack>
    </Stack>
  );
}
