import { readCaptcha } from '@cardinal/contract/api/identity/identity.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedVerificationCode } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../http/call.ts';
import { isFailure } from '../../http/failure.ts';
import { PlainField } from '../../kit/PlainField.tsx';

const words = {
  placeholder: text('4 位数字', '4 digits'),
  renew: text('换一张验证码', 'Get a new code'),
  picture: text('验证码图片，点击更换', 'Captcha image; click for a new one'),
  inWords: text('看不清？改用文字验证', 'Cannot read it? Use a text question'),
  inPicture: text('改用图片验证', 'Use an image'),
  unreachable: text('验证码加载失败，点击重试', 'Captcha failed to load; click to retry'),
};

export type CaptchaAnswer = AnswerOf<typeof readCaptcha>;
export type CaptchaForm = 'image' | 'text';

/** A code for one attempt. It is renewed after every attempt, right or wrong, and before it runs out. */
export function useCaptcha() {
  const [form, setForm] = useState<CaptchaForm>('image');
  const [captcha, setCaptcha] = useState<CaptchaAnswer>();
  const [failure, setFailure] = useState<string>();

  const renew = useCallback(async () => {
    try {
      setCaptcha(await call(readCaptcha, { query: { form } }, { isSilent: true, raceKey: 'captcha' }));
      setFailure(undefined);
    } catch (error) {
      if (isFailure(error) && error.kind === 'cancelled') return;
      setCaptcha(undefined);
      setFailure(isFailure(error) ? error.message : '');
    }
  }, [form]);

  useEffect(() => {
    void renew();
  }, [renew]);
  useEffect(() => {
    if (!captcha) return;
    const left = new Date(captcha.expiresAt).getTime() - Date.now();
    const timer = setTimeout(() => void renew(), Math.max(left, 10_000));
    return () => clearTimeout(timer);
  }, [captcha, renew]);

  return { captcha, failure, renew, form, setForm };
}

export function CaptchaField(props: {
  state: ReturnType<typeof useCaptcha>;
  value: string;
  onValue: (value: string) => void;
  problem: string | undefined;
}) {
  const t = useText();
  const { captcha, failure, renew, form, setForm } = props.state;
  return (
    <PlainField
      label={t(nouns.captcha)}
      placeholder={t(words.placeholder)}
      value={props.value}
      onValue={(typed) => props.onValue(typedVerificationCode(typed))}
      problem={props.problem}
      inputMode="numeric"
      autoComplete="one-time-code"
      name="captchaCode"
      maxLength={4}
      help={
        <>
          {form === 'text' && captcha?.question ? <b className="captcha-question">{captcha.question}</b> : null}
          <TextButton onClick={() => setForm(form === 'image' ? 'text' : 'image')}>
            {t(form === 'image' ? words.inWords : words.inPicture)}
          </TextButton>
        </>
      }
      aside={
        <button
          type="button"
          className="captcha"
          aria-label={failure === undefined ? t(form === 'image' ? words.picture : words.renew) : t(words.unreachable)}
          title={t(words.renew)}
          onClick={() => void renew()}
        >
          {captcha?.image ? (
            <img src={captcha.image} alt="" />
          ) : (
            <span>{t(failure === undefined ? words.renew : words.unreachable)}</span>
          )}
        </button>
      }
    />
  );
}
