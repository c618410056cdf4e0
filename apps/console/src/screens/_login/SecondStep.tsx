import { signInTwoStep, twoStepWrong } from '@cardinal/contract/api/identity/twoStep.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { type FormEvent, useState } from 'react';
import { browser, STORED } from '../../http/browserStore.ts';
import { call } from '../../http/call.ts';
import { isFailure } from '../../http/failure.ts';
import { PlainField } from '../../kit/PlainField.tsx';

const words = {
  placeholder: text('6 位数字', '6 digits'),
  help: text(
    '打开验证器 App 输入显示的数字；手机不在身边时可用恢复码。',
    'Enter the code from your authenticator app. Without your phone, use a recovery code.',
  ),
  missing: text('请输入验证码', 'Enter the code'),
};

/** The second step of accounts with two-step sign-in. Only a wrong code stays here; any other failure starts over. */
export default function SecondStep(props: {
  ticket: string;
  onEntered: (answer: AnswerOf<typeof signInTwoStep>) => void;
  /** With an optional message. */
  onBack: (said?: string) => void;
}) {
  const t = useText();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const typed = code.trim();
    if (!signInTwoStep.body.shape.code.safeParse(typed).success) {
      setProblem(t(typed === '' ? words.missing : twoStepWrong.text));
      return;
    }
    setIsSending(true);
    try {
      const body = { ticket: props.ticket, code: typed, device: browser.read(STORED.device) };
      props.onEntered(await call(signInTwoStep, { body }, { isSilent: true }));
    } catch (error) {
      if (!isFailure(error)) throw error;
      setCode('');
      if (error.code === twoStepWrong.code || error.kind !== 'refused') setProblem(error.message);
      else props.onBack(error.message);
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <h1>{t(nouns.twoStepCode)}</h1>
      <PlainField
        label={t(nouns.oneTimeCode)}
        placeholder={t(words.placeholder)}
        name="twoStepCode"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        maxLength={24}
        value={code}
        onValue={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
        problem={problem}
        help={t(words.help)}
      />
      <button type="submit" className="button button-primary login-submit" disabled={isSending}>
        {t(isSending ? nouns.signingIn : verbs.signIn)}
      </button>
      <TextButton onClick={() => props.onBack()}>{t(verbs.back)}</TextButton>
    </form>
  );
}
