import { signIn } from '@cardinal/contract/api/identity/identity.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { browser, STORED } from '../http/browserStore.ts';
import { call } from '../http/call.ts';
import { page } from '../http/connection.ts';
import { isFailure } from '../http/failure.ts';
import { type FieldProblems, FORM_ERROR, problemsOf } from '../kit/formProblems.ts';
import { PlainField } from '../kit/PlainField.tsx';
import { safeRedirect } from '../shell/guard.ts';
import { AppearanceButton, LanguageMenu, useLanguageOffer } from '../shell/Header.tsx';
import { Link } from '../shell/Link.tsx';
import { Mark } from '../shell/Logo.tsx';
import { currentFullPath, navigate, searchOf } from '../shell/navigation.ts';
import { enter } from '../shell/signedIn.ts';
import { useSite } from '../shell/site.ts';
import { toast } from '../shell/toasts.ts';
import { CaptchaField, useCaptcha } from './_login/Captcha.tsx';
import './_login/login.css';

// The picture appears after the form is ready.
const CardsInMotion = lazy(() => import('./_login/CardsInMotion.tsx'));
// Never in production.
const DemoAccounts = lazy(() => import('./_login/DemoAccounts.tsx'));
// Once in the life of an installation.
const SetUp = lazy(() => import('./_login/SetUp.tsx'));
// Loaded lazily: few accounts need a second step, and everybody waits for this file.
const SecondStep = lazy(() => import('./_login/SecondStep.tsx'));
const CompanySignIn = lazy(() => import('./_login/CompanySignIn.tsx'));

const words = {
  accountHint: text('用户名、手机号或邮箱', 'User name, phone or e-mail'),
  show: text('显示密码', 'Show password'),
  hide: text('隐藏密码', 'Hide password'),
  remember: text('记住密码', 'Remember password'),
  rememberHelp: text(
    '记住账号并保持登录，最长 30 天；连续 7 天未使用须重新登录。密码不会保存在本机。',
    'Remembers the account name and keeps you signed in for up to 30 days, or until 7 days without use. The password is not stored on this device.',
  ),
  headline: text('每一张卡，尽在掌握', 'Every card under control'),
  line: text(
    '多运营商物联网卡的套餐、用量、停复机与结算，一个控制台。',
    'Packages, usage, stop and restart, and settlement for IoT cards of all carriers in one console.',
  ),
};

const LABELS = { account: nouns.account, password: nouns.password, captchaCode: nouns.captcha };

/** Equal to the contract's path; the login page loads no schemas for a picture. */
const BACKGROUND_PATH = '/api/site/v1/login-background';

/** The picture side: the product and the brand of this console. */
function Picture() {
  const t = useText();
  const site = useSite();
  return (
    <section
      className="login-picture"
      aria-label={t(site.brand)}
      style={site.brandColour && !site.loginBackgroundVersion ? { background: site.brandColour } : undefined}
    >
      {site.loginBackgroundVersion ? null : (
        <Suspense fallback={null}>
          <CardsInMotion />
        </Suspense>
      )}
      <div className="login-brand">
        <Mark size={32} />
        <b>{t(site.brand)}</b>
      </div>
      <div className="login-words">
        <p className="login-headline">{t(words.headline)}</p>
        <p>{t(words.line)}</p>
      </div>
    </section>
  );
}

type Entered = Parameters<typeof enter>[0];

/** How the page opens: with the answer of an identity provider, for a company, or for a password. */
function openedWith(): { callback?: string; company?: string } | undefined {
  const search = searchOf(currentFullPath());
  const company = search.get('company') ?? browser.read(STORED.company);
  if (search.has('state')) return { callback: `?${search}` };
  return company ? { company } : undefined;
}

function LoginForm() {
  const t = useText();
  const remembered = browser.read(STORED.rememberedAccount) ?? '';
  const [account, setAccount] = useState(remembered);
  const [password, setPassword] = useState('');
  const [captchaCode, setCaptchaCode] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [isShown, setIsShown] = useState(false);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const [ticket, setTicket] = useState<string>();
  const [single, setSingle] = useState(openedWith);
  const captcha = useCaptcha();
  const isDemo = useSite((site) => site.isDemo);
  const form = useRef<HTMLFormElement>(null);

  const open = (answer: Entered) => {
    enter(answer);
    navigate(safeRedirect(searchOf(currentFullPath()).get('redirect')), { replace: true });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Disabled without a picture: it is loading, or the button beside it fetches another.
    if (isSending || !captcha.captcha) return;
    const body = {
      account: account.trim(),
      password,
      captchaId: captcha.captcha.captchaId,
      captchaCode,
      remember,
      device: browser.read(STORED.device),
    };
    const found = problemsOf(signIn.body, body, t, LABELS);
    setProblems(found ?? {});
    setRefusal(undefined);
    if (found) {
      toast.warning(t(FORM_ERROR));
      form.current?.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus();
      return;
    }
    setIsSending(true);
    try {
      const answer = await call(signIn, { body }, { isSilent: true });
      if (remember) browser.write(STORED.rememberedAccount, body.account);
      else browser.forget(STORED.rememberedAccount);
      if (answer.token === null) setTicket(answer.ticket);
      else open(answer);
    } catch (error) {
      if (!isFailure(error)) throw error;
      setRefusal(error.message);
      setCaptchaCode('');
      void captcha.renew();
    } finally {
      setIsSending(false);
    }
  };

  if (single && ticket === undefined) {
    return (
      <Suspense fallback={null}>
        <CompanySignIn
          callback={single.callback}
          company={single.company}
          onAnswer={(answer) => {
            // The answer is used up: what comes back from the second step starts anew.
            setSingle(openedWith);
            if (answer.token === null) setTicket(answer.ticket);
            else open(answer);
          }}
          onBack={() => setSingle(undefined)}
        />
      </Suspense>
    );
  }
  if (ticket !== undefined) {
    const back = (said?: string) => {
      setTicket(undefined);
      setPassword('');
      setCaptchaCode('');
      setRefusal(said);
      void captcha.renew();
    };
    return (
      <Suspense fallback={null}>
        <SecondStep ticket={ticket} onEntered={open} onBack={back} />
      </Suspense>
    );
  }
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <h1>{t(verbs.signIn)}</h1>
      {refusal ? (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <PlainField
        label={t(nouns.account)}
        placeholder={t(words.accountHint)}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        onValue={setAccount}
        problem={problems['account']}
      />
      <PlainField
        label={t(nouns.password)}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        maxLength={16}
        value={password}
        onValue={setPassword}
        problem={problems['password']}
        aside={
          <button type="button" className="field-aside" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {t(isShown ? words.hide : words.show)}
          </button>
        }
      />
      <CaptchaField state={captcha} value={captchaCode} onValue={setCaptchaCode} problem={problems['captchaCode']} />
      <div className="login-remember">
        <label>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t(words.remember)}
        </label>
        <small>{t(words.rememberHelp)}</small>
      </div>
      <button type="submit" className="button button-primary login-submit" disabled={isSending || !captcha.captcha}>
        {t(isSending ? nouns.signingIn : verbs.signIn)}
      </button>
      <TextButton onClick={() => setSingle({})}>{t(nouns.singleSignOn)}</TextButton>
      {isDemo ? (
        <Suspense fallback={null}>
          <DemoAccounts
            onPick={(picked) => {
              setAccount(picked.account);
              setPassword(picked.password);
              form.current?.querySelector<HTMLElement>('[name="captchaCode"]')?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </form>
  );
}

export default function Login() {
  const t = useText();
  const site = useSite();
  const isOffered = useLanguageOffer();
  const notice = t(site.loginNotice);
  const version = site.loginBackgroundVersion;
  return (
    <div
      className={version ? 'login has-background' : 'login'}
      style={
        version
          ? { backgroundImage: `var(--scrim), url("${page.baseAddress()}${BACKGROUND_PATH}?version=${version}")` }
          : undefined
      }
    >
      <Picture />
      <main className="login-side">
        <div className="login-tools">
          {isOffered ? <LanguageMenu /> : null}
          <AppearanceButton />
        </div>
        {notice ? <p className="login-notice">{notice}</p> : null}
        {site.needsSetup ? (
          <Suspense fallback={null}>
            <SetUp />
          </Suspense>
        ) : (
          <LoginForm />
        )}
        <footer className="login-foot">
          <Link to="/test">{t(nouns.selfCheck)}</Link>
          {site.supportPhone ? <span>{site.supportPhone}</span> : null}
          {site.icp ? (
            <a href="https://beian.miit.gov.cn/" rel="noreferrer" target="_blank">
              {site.icp}
            </a>
          ) : null}
        </footer>
      </main>
    </div>
  );
}
