import type { readAccountInfo } from '@cardinal/contract/api/identity/identity.ts';
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
} from '@cardinal/contract/api/identity/twoStep.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { EnrolmentCode } from '../../../parts/identity/EnrolmentCode.tsx';
import { Can } from '../../../shell/Can.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const words = {
  since: text('开启于', 'On since'),
  left: text('剩余恢复码', 'Recovery codes left'),
  what: text(
    '开启后，登录时除密码外还需输入验证器 App 上的 6 位数字。',
    'When enabled, signing in requires a 6-digit code from an authenticator app in addition to the password.',
  ),
  turnOn: text('开启', 'Turn on'),
  turnOff: text('关闭两步验证', 'Turn off'),
  renew: text('重新生成恢复码', 'New recovery codes'),
  renewNote: text('原有的恢复码立即失效。', 'Existing recovery codes stop working immediately.'),
  offNote: text('之后只凭密码即可登录。', 'Afterwards you sign in with your password only.'),
  next: text('下一步', 'Next'),
  proveTitle: text('确认是您本人', 'Confirm your identity'),
  scanTitle: text('扫描二维码', 'Scan QR code'),
  password: text('登录密码', 'Your password'),
  codeHelp: text('验证器上的 6 位数字，或一个恢复码', '6-digit authenticator code or a recovery code'),
  turnedOff: text('两步验证已关闭', 'Two-step verification is off'),
};

const PASSWORD: FormFields = [{ name: 'password', kind: 'password', label: words.password, maxLength: 16 }];
const CODE = { name: 'code', kind: 'text', label: nouns.oneTimeCode, maxLength: 24 } as const;
const BOTH: FormFields = [...PASSWORD, { ...CODE, help: words.codeHelp }];

type State = AnswerOf<typeof readAccountInfo>['twoStep'];
type Step =
  | { readonly kind: 'prove' | 'renew' | 'off' }
  | { readonly kind: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Two-step sign-in: whether it is on, and how to turn it on and off. */
export default function TwoStep(props: { state: State }) {
  const t = useText();
  const [step, setStep] = useState<Step>();
  const { state } = props;
  // A finished form has already opened the next step before it closes.
  const close = (kind: Step['kind']) => setStep((now) => (now?.kind === kind ? undefined : now));
  const tell = ({ recoveryCodes }: AnswerOf<typeof confirmTwoStep>) => setStep({ kind: 'codes', codes: recoveryCodes });

  return (
    <>
      {state ? (
        <FactsList
          facts={[
            { label: nouns.state, value: <StatusTag shape="disc" tone="good" word={t(nouns.on)} /> },
            { label: words.since, value: <TimeText at={state.since} /> },
            { label: words.left, value: state.recoveryCodesLeft },
          ]}
        />
      ) : (
        <Inline as="p" gap="m" ink="secondary">
          <StatusTag shape="ring" tone="neutral" word={t(nouns.off)} />
          {t(words.what)}
        </Inline>
      )}
      <Can call={state ? endTwoStep : beginTwoStep}>
        <Inline above="m">
          {state ? (
            <>
              <Button onClick={() => setStep({ kind: 'renew' })}>{t(words.renew)}</Button>
              <Button danger onClick={() => setStep({ kind: 'off' })}>
                {t(words.turnOff)}
              </Button>
            </>
          ) : (
            <Button onClick={() => setStep({ kind: 'prove' })}>{t(words.turnOn)}</Button>
          )}
        </Inline>
      </Can>
      {step?.kind === 'prove' ? (
        <FormDrawer
          endpoint={beginTwoStep}
          title={t(words.proveTitle)}
          submit={words.next}
          initial={{}}
          fields={PASSWORD}
          onDone={(answer) => setStep({ kind: 'scan', ...answer })}
          onClose={() => close('prove')}
        />
      ) : null}
      {step?.kind === 'scan' ? (
        <FormDrawer
          endpoint={confirmTwoStep}
          title={t(words.scanTitle)}
          submit={words.turnOn}
          intro={<EnrolmentCode secret={step.secret} uri={step.uri} />}
          initial={{}}
          fields={[CODE]}
          onDone={tell}
          onClose={() => close('scan')}
        />
      ) : null}
      {step?.kind === 'renew' ? (
        <FormDrawer
          endpoint={renewRecoveryCodes}
          title={t(words.renew)}
          submit={words.renew}
          intro={t(words.renewNote)}
          initial={{}}
          fields={BOTH}
          onDone={tell}
          onClose={() => close('renew')}
        />
      ) : null}
      {step?.kind === 'off' ? (
        <FormDrawer
          endpoint={endTwoStep}
          title={t(words.turnOff)}
          submit={words.turnOff}
          isDanger
          intro={t(words.offNote)}
          initial={{}}
          fields={BOTH}
          done={t(words.turnedOff)}
          onClose={() => close('off')}
        />
      ) : null}
      {step?.kind === 'codes' ? <RecoveryCodes codes={step.codes} onClose={() => setStep(undefined)} /> : null}
    </>
  );
}
