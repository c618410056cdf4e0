import { beginSignIn, finishSignIn, readOffered } from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { browser, STORED } from '../../http/browserStore.ts';
import { call } from '../../http/call.ts';
import { isFailure } from '../../http/failure.ts';
import { PlainField } from '../../kit/PlainField.tsx';
import { currentFullPath, navigate, searchOf } from '../../shell/navigation.ts';

const words = {
  code: text('企业代码', 'Company code'),
  codeHelp: text('由贵公司管理员提供', 'Your administrator gives it to you'),
  next: text('下一步', 'Next'),
  none: text('该企业没有启用单点登录，请核对代码', 'No single sign-on is enabled for this company; check the code'),
  missing: text('请输入企业代码', 'Enter the company code'),
  by: text('使用{name}登录', 'Sign in with {name}'),
  otherCompany: text('换一个企业', 'Another company'),
  byPassword: text('使用账号密码登录', 'Sign in with a password'),
};

type Offered = AnswerOf<typeof readOffered>;
type Answer = AnswerOf<typeof finishSignIn>;

/** The login page with the way back to where the person wanted to go. */
const loginWith = (redirect: string | null) => `/login${redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''}`;

/**
 * Sign-in by the identity provider of a company. `callback` is the query the provider sent the browser back with; it leaves the
 * address at once. The session arrives in the answer of a call, never in an address.
 */
export default function CompanySignIn(props: {
  callback: string | undefined;
  company: string | undefined;
  onAnswer: (answer: Answer) => void;
  onBack: () => void;
}) {
  const { callback } = props;
  const t = useText();
  const [company, setCompany] = useState(props.company ?? '');
  const [offered, setOffered] = useState<Offered>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(callback !== undefined);
  const hasStarted = useRef(false);

  const attempt = async (run: () => Promise<void>) => {
    setProblem(undefined);
    setIsBusy(true);
    try {
      await run();
    } catch (error) {
      if (!isFailure(error)) throw error;
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };

  const find = (code: string) =>
    attempt(async () => {
      const found = await call(readOffered, { query: { company: code } }, { isSilent: true });
      if (found.length === 0) setProblem(t(words.none));
      setOffered(found);
    });

  const finish = (sent: string) =>
    attempt(async () => {
      const flow = new URLSearchParams(browser.read(STORED.signInFlow) ?? '');
      browser.forget(STORED.signInFlow);
      const from = flow.get('company');
      navigate(loginWith(flow.get('redirect')), { replace: true });
      if (from) setCompany(from);
      const body = { binding: flow.get('binding') ?? '-', callback: sent };
      const answer = await call(finishSignIn, { body }, { isSilent: true }).catch((error: unknown) => {
        if (from) void call(readOffered, { query: { company: from } }, { isSilent: true }).then(setOffered, () => {});
        throw error;
      });
      if (from) browser.write(STORED.company, from);
      props.onAnswer(answer);
    });

  const go = (provider: Offered[number]) =>
    attempt(async () => {
      const redirect = searchOf(currentFullPath()).get('redirect');
      if (provider.consoleOrigin !== location.origin) {
        // The provider returns to that address only, and what this tab remembers does not go along.
        const there = new URLSearchParams({ company, ...(redirect ? { redirect } : {}) });
        location.assign(`${provider.consoleOrigin}/login?${there}`);
        return;
      }
      const begun = await call(beginSignIn, { body: { providerId: provider.id } }, { isSilent: true });
      const flow = new URLSearchParams({ binding: begun.binding, company, ...(redirect ? { redirect } : {}) });
      browser.write(STORED.signInFlow, flow.toString());
      location.assign(begun.url);
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the page opens; what it opened with does not change
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    if (callback !== undefined) void finish(callback);
    else if (company) void find(company);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (company.trim()) void find(company.trim());
    else setProblem(t(words.missing));
  };

  const providers = offered ?? [];
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <h1>{t(nouns.singleSignOn)}</h1>
      {problem && (providers.length > 0 || callback !== undefined) ? (
        <p className="login-refusal" role="alert">
          {problem}
        </p>
      ) : null}
      {providers.map((provider) => (
        <button
          key={provider.id}
          type="button"
          className="button button-primary login-submit"
          disabled={isBusy}
          onClick={() => void go(provider)}
        >
          {t(words.by, { name: provider.name })}
        </button>
      ))}
      {providers.length > 0 ? (
        <TextButton onClick={() => setOffered(undefined)}>{t(words.otherCompany)}</TextButton>
      ) : (
        <>
          <PlainField
            label={t(words.code)}
            name="company"
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={company}
            onValue={(next) => {
              setCompany(next);
              setProblem(undefined);
            }}
            problem={callback === undefined ? problem : undefined}
            help={t(words.codeHelp)}
          />
          <button type="submit" className="button button-primary login-submit" disabled={isBusy}>
            {t(isBusy && callback !== undefined ? nouns.signingIn : words.next)}
          </button>
        </>
      )}
      <TextButton onClick={props.onBack}>{t(words.byPassword)}</TextButton>
    </form>
  );
}
